import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toJsonText, toMainText, type ResultCard } from '../result/main-text.ts'
import { findMainOutput, type Schema } from './schema.ts'

const TYPES: Readonly<Record<string, readonly [extension: string, mime: string]>> = {
  json: ['json', 'application/json'],
  xml: ['xml', 'application/xml'],
  yaml: ['yaml', 'application/yaml'],
  html: ['html', 'text/html'],
  css: ['css', 'text/css'],
  sql: ['sql', 'application/sql'],
  csv: ['csv', 'text/csv'],
  svg: ['svg', 'image/svg+xml'],
}

/** The result as a file with the right name and media type: a file as it is, the main text, a picture, else JSON. */
export function toDownload(card: ResultCard & Pick<ToolCard, 'id'>, result: unknown): File {
  const { id, output } = card
  const blob = findBlob(result)
  if (blob)
    return new File([blob], blob instanceof File && blob.name ? blob.name : `${id}.bin`, {
      type: blob.type || 'application/octet-stream',
    })
  const main = findMainOutput(output)
  const text = toMainText(card, result)
  const picture = /^data:(image\/([a-z]+)[^;,]*);base64,(.*)$/s.exec(text)
  if (picture)
    return new File([Uint8Array.from(atob(picture[3] ?? ''), (sign) => sign.codePointAt(0) ?? 0)], `${id}.${picture[2]}`, {
      type: picture[1] ?? '',
    })
  const isJson = text === toJsonText(result)
  const language = main === undefined ? '' : ((output as Schema).properties?.[main]?.language ?? '')
  return toTextFile(id, text, isJson ? 'json' : language)
}

/** A text as a file; its grammar gives the ending and the media type. */
export function toTextFile(name: string, text: string, language: string): File {
  const [extension, mime] = TYPES[language] ?? ['txt', 'text/plain']
  return new File([text], `${name}.${extension}`, { type: `${mime};charset=utf-8` })
}

function findBlob(result: unknown): Blob | undefined {
  if (result instanceof Blob) return result
  if (typeof result !== 'object' || result === null) return undefined
  return Object.values(result).find((value) => value instanceof Blob)
}
