import { TextBuilder } from '../../lib/text-builder.ts'
import type { Token } from './tokens.ts'
import { splitTone, toInitial, writeUmlaut, type UmlautForm } from './tone.ts'

export const FORMS = ['marks', 'numbers', 'none', 'initials', 'first', 'finals'] as const
export type Form = (typeof FORMS)[number]

export type WriteOptions = {
  readonly form: Form
  readonly umlaut: UmlautForm
  readonly separator: string
  readonly letters: 'lower' | 'capital' | 'upper'
  readonly neutral: '' | '0' | '5'
}

/** One syllable in the chosen form. */
export function writeSyllable(reading: string, { form, umlaut, letters, neutral }: WriteOptions): string {
  const { plain, tone } = splitTone(reading)
  const text = writeUmlaut(toForm({ reading, plain, tone, neutral }, form), umlaut)
  if (letters === 'upper') return text.toUpperCase()
  const [first = '', ...rest] = text
  return letters === 'capital' ? first.toUpperCase() + rest.join('') : text
}

type Parts = { reading: string; plain: string; tone: number; neutral: string }

function toForm({ reading, plain, tone, neutral }: Parts, form: Form): string {
  switch (form) {
    case 'marks':
      return reading
    case 'numbers':
      return `${plain}${tone || neutral}`
    case 'none':
      return plain
    case 'initials':
      return toInitial(plain)
    case 'first':
      return plain.slice(0, 1)
    case 'finals':
      return reading.normalize('NFC').slice(toInitial(plain).length)
  }
}

/**
 * Joins tokens: the separator between syllables, one space between a syllable and a word or number of another script,
 * everything else exactly as it was. Joined without a separator, an apostrophe keeps xi'an apart (GB/T 16159 §8.3).
 */
export function writeTokens(tokens: readonly Token[], options: WriteOptions): string {
  const write = createWriter((reading: string) => writeSyllable(reading, options))
  const gap = toGapBetween(options)
  const writeBehind = createWriter((reading: string) => gap(reading) + writeSyllable(reading, options))
  const outside = options.separator === '' ? () => '' : (token: Token) => (/[\p{L}\p{N}]/u.test(token.text) ? ' ' : '')
  const text = new TextBuilder()
  let previous: Token | undefined
  for (const token of tokens) {
    const { reading } = token
    const hasReading = previous?.reading !== undefined
    if (reading === undefined) text.write(hasReading ? outside(token) + token.text : token.text)
    else if (hasReading) text.write(writeBehind(reading))
    else text.write(previous ? outside(previous) + write(reading) : write(reading))
    previous = token
  }
  return text.toString()
}

/** What stands between a syllable and the next one. */
function toGapBetween({ separator, form }: WriteOptions): (reading: string) => string {
  if (separator !== '' || (form !== 'marks' && form !== 'none')) return () => separator
  return (reading) => (/^[aoe]/.test(splitTone(reading).plain) ? "'" : '')
}

/** A text uses some hundred different readings; what is written for one, or for its character, is worked out once. */
function createWriter<Key>(write: (key: Key) => string): (key: Key) => string {
  const written = new Map<Key, string>()
  return (key) => {
    let text = written.get(key)
    if (text === undefined) written.set(key, (text = write(key)))
    return text
  }
}

/** HTML with the reading above each character. */
export function writeRuby(tokens: readonly Token[], options: WriteOptions): string {
  const write = createWriter(({ text, reading }: Token) =>
    reading === undefined
      ? escapeHtml(text).replaceAll('\n', '<br>\n')
      : `<ruby>${escapeHtml(text)}<rp>(</rp><rt>${writeSyllable(reading, options)}</rt><rp>)</rp></ruby>`,
  )
  const html = new TextBuilder()
  for (const token of tokens) html.write(write(token))
  return html.toString()
}

/** Words for an address: small letters, digits and hyphens. */
export function writeSlug(tokens: readonly Token[], umlaut: UmlautForm): string {
  const options: WriteOptions = {
    form: 'none',
    umlaut: umlaut === 'ü' ? 'v' : umlaut,
    separator: '-',
    letters: 'lower',
    neutral: '',
  }
  return writeTokens(tokens, options)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split('\n')
    .map((line) => line.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''))
    .join('\n')
}

function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
