import { AppError } from '@octet/core/errors.ts'
import { BLOCK } from '../html/elements.ts'
import { HIDDEN } from '../html/to-text.ts'
import { parseHtmlTree, type HtmlElement, type HtmlNode } from '../html/tree.ts'
import { escapeLineStarts, toFence } from './escape.ts'
import { toInline, toPlain } from './inline.ts'
import { isDataTable, writeTable } from './table-from-html.ts'

/** Levels of lists and quotes; deeper ones Markdown parsers leave out. */
const MAX_DEPTH = 50
const HARD_BREAK = '\\\n'

/**
 * HTML → Markdown (CommonMark with GitHub's tables, task lists and strikethrough). Read back it shows the same, except for what
 * Markdown has no words for. Throws `syntax_error`, `too_large`.
 */
export function htmlToMarkdown(text: string): string {
  const root = parseHtmlTree(text)
  const blocks = toBlocks(root.children, { depth: 0, holders: findHolders(root) })
  return blocks.length > 0 ? `${blocks.join('\n\n')}\n` : ''
}

type Around = { readonly depth: number; readonly holders: ReadonlySet<HtmlElement> }

/** Inline elements that hold blocks. */
function findHolders(root: HtmlElement): Set<HtmlElement> {
  const holders = new Set<HtmlElement>()
  const visit = (element: HtmlElement): boolean => {
    const inner = element.children.filter((child) => typeof child !== 'string').map(visit)
    const holds = inner.includes(true)
    if (holds) holders.add(element)
    return holds || BLOCK.has(element.name)
  }
  visit(root)
  return holders
}

function toBlocks(nodes: readonly HtmlNode[], around: Around): string[] {
  const blocks: string[] = []
  let words: HtmlNode[] = []
  let isAfterList = ''
  const flush = () => {
    const paragraph = toParagraph(words)
    words = []
    if (!paragraph) return
    blocks.push(paragraph)
    isAfterList = ''
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node, around)) {
      if (typeof node === 'string' || !HIDDEN.has(node.name)) words.push(node)
      continue
    }
    flush()
    if (HIDDEN.has(node.name)) continue
    const made = toBlock(node, { ...around, isSecond: isAfterList === node.name })
    if (made.length === 0) continue
    for (const block of made) blocks.push(block)
    // Two lists in a row need different marks, else they are one.
    isAfterList = /^[uo]l$/.test(node.name) && isAfterList !== node.name ? node.name : ''
  }
  flush()
  return blocks
}

const isBlock = (element: HtmlElement, { holders }: Around): boolean =>
  BLOCK.has(element.name) || (holders.has(element) && element.name !== 'a')

const toParagraph = (nodes: readonly HtmlNode[]): string => escapeLineStarts(toInline(nodes, { lineBreak: HARD_BREAK }))

function toBlock(element: HtmlElement, around: Around & { isSecond: boolean }): string[] {
  const { name, children } = element
  if (/^h[1-6]$/.test(name)) {
    const words = toInline(children, { lineBreak: ' ' }).replace(/(?<= |^)(#+)$/, String.raw`\$1`)
    return words ? [`${'#'.repeat(Number(name[1]))} ${words}`] : []
  }
  // Behind the mark of an item `---` would be a rule instead of the item.
  if (name === 'hr') return [around.depth === 0 ? '---' : '___']
  if (name === 'pre') return [toCodeBlock(element)]
  if (name === 'ul' || name === 'ol' || name === 'menu') return toList(element, around)
  if (name === 'blockquote') return prefix(toBlocks(children, deeper(around)), '> ')
  if (name === 'table' && isDataTable(element)) return writeTable(element)
  if (name === 'dt') return [`**${toInline(children, { lineBreak: ' ', inside: ['strong'] })}**`]
  return toBlocks(children, around)
}

function deeper(around: Around): Around {
  if (around.depth < MAX_DEPTH) return { ...around, depth: around.depth + 1 }
  throw new AppError('too_large', {
    field: { en: 'Nesting of lists and quotes', zh: '列表与引用的嵌套层数' },
    limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
    got: `${MAX_DEPTH}+`,
  })
}

const prefix = (blocks: readonly string[], mark: string): string[] =>
  blocks.length > 0 ? [blocks.join('\n\n').replaceAll(/^(?:.+|$)/gm, (line) => (line ? `${mark}${line}` : mark.trimEnd()))] : []

function toCodeBlock(element: HtmlElement): string {
  // Browsers pass over a line break right behind `<pre>` (HTML §13.2.6.4.7), but none behind `<code>`.
  const [first] = element.children
  const plain = toPlain(element).replace(typeof first === 'string' ? /^\n/ : '', '')
  const text = plain.replace(/\n$/, '')
  const inner = element.children.find((child): child is HtmlElement => typeof child !== 'string' && child.name === 'code')
  const names = `${element.attributes.get('class') ?? ''} ${inner?.attributes.get('class') ?? ''}`
  const [, language = ''] = /(?:^|\s)lang(?:uage)?-([^\s`]+)/.exec(names) ?? []
  const fence = toFence(text, 3)
  return `${fence}${language}\n${plain && `${text}\n`}${fence}`
}

function toList({ name, attributes, children }: HtmlElement, around: Around & { isSecond: boolean }): string[] {
  const inner = deeper(around)
  const items = gatherItems(children)
  const isTight = items.every(
    (item) => !item.some((node) => typeof node !== 'string' && /^(?:p|pre|table|blockquote)$/.test(node.name)),
  )
  const start = /^\d{1,9}$/.test(attributes.get('start') ?? '') ? Number(attributes.get('start')) : 1
  const all = items.map((item) => (isTight ? joinTight(toBlocks(item, inner)) : toBlocks(item, inner).join('\n\n')))
  // An empty item behind a line would underline it; one with a number counts.
  const bodies = name === 'ol' && all.some(Boolean) ? all : all.filter(Boolean)
  const written = bodies.map((body, index) => {
    const mark = name === 'ol' ? `${start + index}${around.isSecond ? ')' : '.'}` : around.isSecond ? '*' : '-'
    const indent = ' '.repeat(mark.length + 1)
    return body ? `${mark} ${body.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)}` : mark
  })
  return written.length > 0 ? [written.join(isTight ? '\n' : '\n\n')] : []
}

/** Blocks in lines of their own; a list that begins with another number than 1, or with nothing, does not end the words before it (CommonMark §5.3). */
function joinTight(blocks: readonly string[]): string {
  return blocks
    .map((block, index) => (index === 0 ? '' : /^(?!1[.)] )\d+[.)](?:\s|$)/.test(block) ? '\n\n' : '\n') + block)
    .join('')
}

/** The content of each item; what stands outside of one belongs to the item before. */
function gatherItems(children: readonly HtmlNode[]): HtmlNode[][] {
  const items: HtmlNode[][] = []
  for (const child of children) {
    if (typeof child !== 'string' && child.name === 'li') items.push([...child.children])
    else if (typeof child !== 'string' || child.trim() !== '') {
      if (items.length > 0) items.at(-1)!.push(child)
      else items.push([child])
    }
  }
  return items
}
