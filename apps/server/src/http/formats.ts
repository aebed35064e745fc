import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import { stringify as toYaml } from 'yaml'

/** Formats of a data answer beside JSON. */
export const FORMATS = ['json', 'xml', 'csv', 'yaml', 'text'] as const
export type Format = (typeof FORMATS)[number]

/** Media type of each. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  yaml: 'application/yaml',
  text: 'text/plain',
}

/** Writes a record in a format; the media type is the caller's to set. */
export function toFormat(value: unknown, format: Format): string {
  switch (format) {
    case 'json':
      return JSON.stringify(value)
    case 'xml':
      return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('response', value)}\n`
    case 'yaml':
      return toYaml(value)
    case 'csv': {
      const cells = flatten(value)
      return `${toCsvLine(cells.map(([name]) => name))}${toCsvLine(cells.map(([, cell]) => cell))}`
    }
    case 'text':
      return flatten(value)
        .map(([name, cell]) => `${name}: ${cell ?? ''}\n`)
        .join('')
  }
}

/** One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

/** Leaves of a value with dotted names; lists become one cell, their items divided by spaces, or JSON. */
export function flatten(value: unknown, name = ''): [string, unknown][] {
  if (Array.isArray(value))
    return [[name, value.every((item) => typeof item !== 'object') ? value.join(' ') : JSON.stringify(value)]]
  if (typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).flatMap(([key, part]) => flatten(part, name ? `${name}.${key}` : key))
}

function toCsvCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return quoteCsv(typeof cell === 'string' ? toHarmless(cell) : String(cell))
}

function toXml(name: string, value: unknown, indent = ''): string {
  if (value === null || value === undefined) return `${indent}<${name}/>`
  if (Array.isArray(value))
    return value.length === 0 ? `${indent}<${name}/>` : value.map((item) => toXml(name, item, indent)).join('\n')
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([key, part]) => toXml(toXmlName(key), part, `${indent}  `))
    return inner.length === 0 ? `${indent}<${name}/>` : `${indent}<${name}>\n${inner.join('\n')}\n${indent}</${name}>`
  }
  return `${indent}<${name}>${escapeXml(String(value))}</${name}>`
}

function toXmlName(key: string): string {
  return key.replaceAll(/[^\w.-]/g, '_').replace(/^(?=[\d.-])/, '_')
}

// oxlint-disable-next-line no-control-regex -- these are the characters XML 1.0 §2.2 cannot hold
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function escapeXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, '�').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
