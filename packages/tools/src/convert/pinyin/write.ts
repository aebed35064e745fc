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
  const write = createWriter((reading) => writeSyllable(reading, options))
  let text = ''
  let previous: Token | undefined
  for (const token of tokens) {
    text += toGap(previous, token, options) + (token.reading === undefined ? token.text : write(token.reading))
    previous = token
  }
  return text
}

/** A text uses some hundred different readings, each of them written once. */
function createWriter(write: (reading: string) => string): (reading: string) => string {
  const written = new Map<string, string>()
  return (reading) => {
    let text = written.get(reading)
    if (text === undefined) written.set(reading, (text = write(reading)))
    return text
  }
}

function toGap(previous: Token | undefined, next: Token, { separator, form }: WriteOptions): string {
  if (!previous) return ''
  const [isBefore, isAfter] = [previous.reading !== undefined, next.reading !== undefined]
  if (isBefore && isAfter) {
    if (separator !== '') return separator
    const isOpen = (form === 'marks' || form === 'none') && /^[aoe]/.test(splitTone(next.reading!).plain)
    return isOpen ? "'" : ''
  }
  const isWord = (token: Token) => /[\p{L}\p{N}]/u.test(token.text)
  return separator !== '' && isBefore !== isAfter && isWord(isBefore ? next : previous) ? ' ' : ''
}

/** HTML with the reading above each character. */
export function writeRuby(tokens: readonly Token[], options: WriteOptions): string {
  const write = createWriter((reading) => `<rp>(</rp><rt>${writeSyllable(reading, options)}</rt><rp>)</rp></ruby>`)
  return tokens
    .map(({ text, reading }) =>
      reading === undefined ? escapeHtml(text).replaceAll('\n', '<br>\n') : `<ruby>${escapeHtml(text)}${write(reading)}`,
    )
    .join('')
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
