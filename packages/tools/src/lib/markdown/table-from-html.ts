import type { HtmlElement, HtmlNode } from '../html/tree.ts'
import { toInline } from './inline.ts'
import { writePipeTable, type Align } from './pipe-table.ts'

/** Cells that one element may stand for. */
const MAX_SPAN = 100

/** Whether a table holds rows of cells, and is no frame for the layout of a page. */
export function isDataTable(table: HtmlElement): boolean {
  const cells = listRows(table).flatMap(listCells)
  return cells.length > 1 && !cells.some((cell) => holdsTable(cell))
}

/** A table as Markdown, below its caption. The first row is the heading, since there has to be one. */
export function writeTable(table: HtmlElement): string[] {
  const rows = listRows(table).map((row) => listCells(row).flatMap(toCells))
  const head = listCells(listRows(table)[0]!)
  const caption = table.children.find((child): child is HtmlElement => typeof child !== 'string' && child.name === 'caption')
  const words = caption ? toInline(caption.children, { lineBreak: ' ' }) : ''
  const written = writePipeTable({ rows, align: head.flatMap((cell) => toSpan(cell).map(() => findAlign(cell))) })
  return [...(words ? [words] : []), written.trimEnd()]
}

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string'

function listRows({ children }: HtmlElement): HtmlElement[] {
  return children
    .filter(isElement)
    .flatMap((child) => (child.name === 'tr' ? [child] : /^t(?:head|body|foot)$/.test(child.name) ? listRows(child) : []))
}

const listCells = (row: HtmlElement): HtmlElement[] => row.children.filter(isElement).filter(({ name }) => /^t[hd]$/.test(name))

const holdsTable = (element: HtmlElement): boolean =>
  element.children.some((child) => isElement(child) && (child.name === 'table' || holdsTable(child)))

/** A cell over several columns leaves empty ones behind it. */
const toCells = (cell: HtmlElement): string[] =>
  toSpan(cell).map((at) => (at === 0 ? toInline(cell.children, { lineBreak: '<br>' }) : ''))

function toSpan({ attributes }: HtmlElement): number[] {
  const span = Math.trunc(Number(attributes.get('colspan') ?? 1)) || 1
  return Array.from({ length: Math.min(Math.max(span, 1), MAX_SPAN) }, (_, index) => index)
}

function findAlign({ attributes }: HtmlElement): Align {
  const [, styled] = /text-align:\s*(left|center|right)/i.exec(attributes.get('style') ?? '') ?? []
  const align = (attributes.get('align') ?? styled ?? '').toLowerCase()
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined
}
