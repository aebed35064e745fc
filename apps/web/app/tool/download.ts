import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toJsonText, toMainText, type ResultCard } from '../result/main-text.ts'
import { meets, type Input } from './form.ts'
import { findMainOutput, type Schema } from './schema.ts'

/** Media types of texts by the ending of their files; others are plain text. */
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  sql: 'application/sql',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  md: 'text/markdown',
  toml: 'application/toml',
}

/** The result as a file with the right name and media type: a file or picture as it is, the main text, else JSON. */
export function toDownload(card: ResultCard & Pick<ToolCard, 'id'>, result: unknown, input: Input = {}): File {
  const { id, output } = card
  const blob = findBlob(result)
  if (blob)
    return new File([blob], blob instanceof File && blob.name ? blob.name : `${id}.bin`, {
      type: blob.type || 'application/octet-stream',
    })
  const text = findSaved(output as Schema, result) ?? toMainText(card, result)
  const picture = /^data:(image\/([a-z]+)[^;,]*);base64,(.*)$/s.exec(text)
  if (picture)
    return new File([Uint8Array.from(atob(picture[3] ?? ''), (sign) => sign.codePointAt(0) ?? 0)], `${id}.${picture[2]}`, {
      type: picture[1] ?? '',
    })
  return toTextFile(id, text, text === toJsonText(result) ? 'json' : findEnding(output, input))
}

/** The ending of a tool's main text: as its inputs decide, else as its grammar does. */
export function findEnding(output: unknown, input: Input): string {
  const main = findMainOutput(output)
  if (main === undefined) return 'json'
  const { language, endings = {} } = (output as Schema).properties?.[main] ?? {}
  return Object.entries(endings).find(([, when]) => meets(when, input))?.[0] ?? (language && TYPES[language] ? language : 'txt')
}

/** A text as a file; its ending gives the media type. */
export function toTextFile(name: string, text: string, ending: string): File {
  return new File([text], `${name}.${ending}`, { type: `${TYPES[ending] ?? 'text/plain'};charset=utf-8` })
}

/** A field that says itself that it is what is saved. */
function findSaved({ properties = {} }: Schema, result: unknown): string | undefined {
  const name = Object.keys(properties).find((name) => properties[name]?.saved)
  const value = name === undefined ? undefined : (result as Readonly<Record<string, unknown>> | null)?.[name]
  return typeof value === 'string' ? value : undefined
}

function findBlob(result: unknown): Blob | undefined {
  if (result instanceof Blob) return result
  if (typeof result !== 'object' || result === null) return undefined
  return Object.values(result).find((value) => value instanceof Blob)
}
