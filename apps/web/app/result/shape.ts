import type { Schema } from '../tool/schema.ts'

/** How a value is drawn. `single` stands in a line with its label. */
export type Shape = 'single' | 'text' | 'image' | 'html' | 'record' | 'table' | 'list' | 'empty-list'

/** What its schema says comes first; then what the value looks like. */
export function toShape(value: unknown, { widget }: Schema): Shape {
  if (Array.isArray(value)) return toListShape(value, widget)
  if (typeof value === 'string') return toTextShape(value, widget)
  if (typeof value !== 'object' || value === null || value instanceof Blob || isTwoLanguages(value)) return 'single'
  return 'record'
}

function toListShape(values: readonly unknown[], widget: Schema['widget']): Shape {
  if (values.length === 0) return 'empty-list'
  return values.every(isRecord) && (widget === 'table' || values.every(isFlat)) ? 'table' : 'list'
}

function toTextShape(value: string, widget: Schema['widget']): Shape {
  if (widget === 'text' || widget === 'code') return 'text'
  if (widget === 'image' && value.startsWith('data:image/')) return 'image'
  if (widget === 'html') return 'html'
  return value.includes('\n') ? 'text' : 'single'
}

/** Signs of addresses, links, paths, encodings and codes. */
const CODE_SIGNS = /[:/=$_\\@~^<>{}[\]|]|\d\.\d+\.\d|--|^0x/
/** What is so long in one piece is no word: a hash, a key, a secret. */
const LONGEST_WORD = 24

/** Whether single letters count, so that each is drawn as wide as the next: addresses, hashes, codes, no words and numbers. */
export function isCode(words: string): boolean {
  return /^[!-~]{2,}$/.test(words) && (CODE_SIGNS.test(words) || words.length > LONGEST_WORD)
}

/** A text in two languages, of which the page shows one. */
export function isTwoLanguages(value: unknown): value is { en: string; zh: string } {
  return isRecord(value) && Object.keys(value).length === 2 && typeof value.en === 'string' && typeof value.zh === 'string'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

const isFlat = (row: Record<string, unknown>) =>
  Object.values(row).every(
    (value) =>
      typeof value !== 'object' ||
      value === null ||
      isTwoLanguages(value) ||
      (Array.isArray(value) && value.every((inner) => typeof inner !== 'object')),
  )
