import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { strToU8, zipSync } from 'fflate'
import { isTwoLanguages } from './shape.ts'

export type XlsxColumn = { readonly name: string; readonly label: string }
export type XlsxRow = Readonly<Record<string, unknown>>

/** Limits of the format's programs: rows of a sheet, characters of a cell and of a sheet's name. */
const MAX_ROWS = 1_048_576
const MAX_CELL_CHARS = 32_767
const MAX_NAME_CHARS = 31
/** Width of a column in characters, by its longest value. */
const WIDTHS = { min: 8, max: 60 } as const

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts that are the same in every workbook: one sheet, a plain and a bold style. */
const FIXED_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/worksheets/sheet1.xml', 'worksheet'],
    ['/xl/styles.xml', 'styles'],
  ]
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
    )
    .join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

/**
 * A table as an Excel workbook (ECMA-376 part 1 §18) with a heading row that stays in place and filters. Texts are
 * cells of text, so nothing in them is run; numbers stay numbers where spreadsheets hold them.
 * Throws `too_large` beyond 1,048,575 rows.
 */
export function toXlsx(
  name: string,
  columns: readonly XlsxColumn[],
  rows: readonly XlsxRow[],
  lang: Lang,
): Uint8Array<ArrayBuffer> {
  if (rows.length >= MAX_ROWS)
    throw new AppError('too_large', { field: { en: 'Rows', zh: '行数' }, limit: MAX_ROWS - 1, got: rows.length })
  const parts = { ...FIXED_PARTS, 'xl/workbook.xml': toWorkbook(name), 'xl/worksheets/sheet1.xml': toSheet(columns, rows, lang) }
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(HEAD + xml)] as const)
  return zipSync(Object.fromEntries(files), { level: 6 })
}

function toWorkbook(name: string): string {
  const title =
    name
      .replaceAll(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, MAX_NAME_CHARS) || 'Sheet'
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${toXmlText(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

function toSheet(columns: readonly XlsxColumn[], rows: readonly XlsxRow[], lang: Lang): string {
  const values = rows.map((row) => columns.map(({ name }) => toCellValue(row[name], lang)))
  const head = columns.map(({ label }) => label)
  const widths = columns.map((_, at) => toWidth([head, ...values.slice(0, 1000)].map((row) => row[at])))
  const lines = [toRow(head, 1, 1), ...values.map((row, index) => toRow(row, index + 2, 0))]
  const end = `${toColumnName(Math.max(0, columns.length - 1))}${rows.length + 1}`
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${toWidths(widths)}<sheetData>${lines.join('')}</sheetData><autoFilter ref="A1:${end}"/></worksheet>`
}

/** The element may stay away, but not be empty (§18.3.1.17). */
const toWidths = (widths: readonly number[]): string => {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  return columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
}

/** Spreadsheets show and compute with 15 digits: a longer whole number, such as an id, would end in other ones. */
const isHeld = (value: number): boolean => Number.isFinite(value) && !(Number.isInteger(value) && Math.abs(value) >= 1e15)

type CellValue = string | number | boolean | undefined

function toCellValue(value: unknown, lang: Lang): CellValue {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return isHeld(value) ? value : String(value)
  if (isTwoLanguages(value)) return value[lang]
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toRow(values: readonly CellValue[], number: number, style: number): string {
  const cells = values.map((value, at) => toCell(value, `${toColumnName(at)}${number}`, style))
  return `<row r="${number}">${cells.join('')}</row>`
}

function toCell(value: CellValue, place: string, style: number): string {
  if (value === undefined) return ''
  const start = `<c r="${place}"${style ? ` s="${style}"` : ''}`
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`
  const text = value.length > MAX_CELL_CHARS ? `${value.slice(0, MAX_CELL_CHARS - 1)}…` : value
  return `${start} t="inlineStr"><is><t xml:space="preserve">${toXmlText(text)}</t></is></c>`
}

/** `A`…`Z`, `AA`…; counted from 0. */
export function toColumnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? letter : toColumnName(Math.floor(at / 26) - 1) + letter
}

const toWidth = (values: readonly CellValue[]): number =>
  values.reduce<number>((widest, value) => Math.max(widest, Math.min(String(value ?? '').length + 2, WIDTHS.max)), WIDTHS.min)

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// oxlint-disable-next-line no-control-regex -- control characters are what is written otherwise
const NOT_XML = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g

/** What XML 1.0 cannot hold is written `_x0001_`, and what already looks so is escaped (ST_Xstring, §22.9.2.19). */
const toXmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(NOT_XML, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
