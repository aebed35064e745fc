import { splitLines } from '@octet/core/lines.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'

export type Unit = 'char' | 'word' | 'line' | 'hex'
export type UnitOptions = {
  readonly by: Unit
  readonly ignoreCase: boolean
  readonly ignoreSpace: boolean
  readonly ignorePunctuation: boolean
}

/** Two texts as numbers, the same one for the same unit; bytes are their own. */
export type Units = {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly by: Unit
  /** The units of one text from one place to another, as they were written. */
  write(side: 'left' | 'right', from: number, to: number): string
}

/** Each Chinese character, and every run of other letters and digits. */
const WORDS = /\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{N}\p{M}_'’])+/gu

export function toUnits(left: string, right: string, options: UnitOptions): Units {
  if (options.by === 'hex') return toByteUnits(left, right)
  const units = { left: split(left, options), right: split(right, options) }
  const numbers = new Map<string, number>()
  const toNumber = (unit: string): number => {
    const key = toKey(unit, options)
    const known = numbers.get(key) ?? numbers.size
    numbers.set(key, known)
    return known
  }
  const between = { char: '', word: ' ', line: '\n' }[options.by]
  return {
    left: Int32Array.from(units.left, toNumber),
    right: Int32Array.from(units.right, toNumber),
    by: options.by,
    write: (side, from, to) => units[side].slice(from, to).join(between),
  }
}

function toByteUnits(left: string, right: string): Units {
  const units = { left: parseHex(left, 'left'), right: parseHex(right, 'right') }
  return {
    left: Int32Array.from(units.left),
    right: Int32Array.from(units.right),
    by: 'hex',
    write: (side, from, to) => toHex(units[side].subarray(from, to)),
  }
}

function split(text: string, { by, ignoreSpace, ignorePunctuation }: UnitOptions): string[] {
  const plain = text.normalize('NFC')
  if (by === 'word') return plain.match(WORDS) ?? []
  if (by === 'line') return plain === '' ? [] : splitLines(plain.replace(/(?:\r\n?|\n)$/, ''))
  const isLeftOut = (unit: string) => (ignoreSpace && /^\s$/.test(unit)) || (ignorePunctuation && /^\p{P}$/u.test(unit))
  return Array.from(plain).filter((unit) => !isLeftOut(unit))
}

/** What two units that count as the same have in common. */
function toKey(unit: string, { by, ignoreCase, ignoreSpace, ignorePunctuation }: UnitOptions): string {
  let key = ignoreCase ? unit.toLowerCase() : unit
  if (by === 'line' && ignoreSpace) key = key.replaceAll(/\s+/g, '')
  if (by === 'line' && ignorePunctuation) key = key.replaceAll(/\p{P}+/gu, '')
  return key
}
