import { encode as toToon } from '@toon-format/toon'
import { writeYamlAnswer } from '@octet/core/write-yaml-answer.ts'
import { flatten, toCsvLine } from '../domain/flat.ts'

/** Formats of a data answer beside JSON. */
export const FORMATS = ['json', 'xml', 'csv', 'yaml', 'text', 'toon'] as const
export type Format = (typeof FORMATS)[number]

/** Media type of each. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  yaml: 'application/yaml',
  text: 'text/plain',
  toon: 'text/toon',
}

/** Writes a record in a format; the media type is the caller's to set. */
export function toFormat(value: unknown, format: Format): string {
  switch (format) {
    case 'json':
      return JSON.stringify(value)
    case 'xml':
      return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('response', value)}\n`
    case 'yaml':
      return writeYamlAnswer(value)
    case 'toon':
      return `${toToon(value)}\n`
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
