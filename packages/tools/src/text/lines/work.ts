import { findAddress } from '@octet/core/ip/address.ts'

export const ACTIONS = [
  'sort',
  'unique',
  'count',
  'filter',
  'affix',
  'number',
  'join',
  'split',
  'reverse',
  'shuffle',
  'trim',
] as const
type Order = 'natural' | 'text' | 'number' | 'length' | 'ip'

export type LineWork = {
  readonly action: (typeof ACTIONS)[number]
  readonly order: Order
  readonly descending: boolean
  readonly ignoreCase: boolean
  readonly find: string
  /** Takes the place of `find` where a pattern is searched for. */
  readonly holds?: ((line: string) => boolean) | undefined
  readonly drop: boolean
  readonly prefix: string
  readonly suffix: string
  readonly start: number
  readonly separator: string
}

/** Does one thing to lines and returns the new ones. `random` gives bytes for the shuffle. */
export function workLines(lines: readonly string[], work: LineWork, random: (sizeBytes: number) => Uint8Array): string[] {
  const fold = (line: string) => (work.ignoreCase ? line.toLowerCase() : line)
  const separator = work.separator.replaceAll('\\t', '\t').replaceAll('\\n', '\n')
  switch (work.action) {
    case 'sort':
      return sortLines(lines, work, fold)
    case 'unique':
      return [...Map.groupBy(lines, fold).values()].map(([line]) => line ?? '')
    case 'count':
      return [...Map.groupBy(lines, fold).values()]
        .sort((a, b) => b.length - a.length)
        .map((group) => `${group.length}\t${group[0]}`)
    case 'filter':
      return filterLines(lines, work, fold)
    case 'affix':
      return lines.map((line) => `${work.prefix}${line}${work.suffix}`)
    case 'number':
      return lines.map((line, index) => `${work.start + index}${separator}${line}`)
    case 'join':
      return lines.length > 0 ? [lines.join(separator)] : []
    case 'split':
      return separator === '' ? [...lines] : lines.flatMap((line) => line.split(separator))
    case 'reverse':
      return lines.toReversed()
    case 'shuffle':
      return shuffle(lines, random)
    case 'trim':
      return lines.map((line) => line.trim()).filter(Boolean)
  }
}

function filterLines(lines: readonly string[], { find, holds, drop }: LineWork, fold: (line: string) => string): string[] {
  const wanted = fold(find)
  const isHeld = holds ?? ((line: string) => fold(line).includes(wanted))
  return lines.filter((line) => isHeld(line) !== drop)
}

function sortLines(lines: readonly string[], { order, descending }: LineWork, fold: (line: string) => string): string[] {
  const compare = createCompare(order, fold)
  const sorted = lines.toSorted((a, b) => compare(a, b))
  if (!descending) return sorted
  // What has no number or address stays behind what has.
  const first = sorted.findIndex((line) => isOutside(line, order))
  return first < 0 ? sorted.reverse() : [...sorted.slice(0, first).reverse(), ...sorted.slice(first)]
}

function isOutside(line: string, order: Order): boolean {
  if (order === 'number') return toFirstNumber(line) === Number.MAX_VALUE
  return order === 'ip' && !findLineAddress(line)
}

function createCompare(order: Order, fold: (line: string) => string): (a: string, b: string) => number {
  const byText = (a: string, b: string) => (fold(a) < fold(b) ? -1 : fold(a) > fold(b) ? 1 : 0)
  // Chinese by pinyin, whoever asks; other scripts as in English.
  const { compare } = new Intl.Collator('zh-u-co-pinyin', { numeric: true })
  switch (order) {
    case 'natural':
      return (a, b) => compare(fold(a), fold(b))
    case 'text':
      return byText
    case 'length':
      return (a, b) => a.length - b.length || byText(a, b)
    case 'number':
      return (a, b) => toFirstNumber(a) - toFirstNumber(b) || byText(a, b)
    case 'ip':
      return (a, b) => compareAddresses(a, b) || byText(a, b)
  }
}

/** A hyphen behind a word is no minus (`item-10`), and a point there no fraction (`fig.10`). */
const FIRST_NUMBER = /(?:(?<![\p{L}\p{N}_)\]])[+-])?(?:\d+(?:\.\d+)?|(?<![\p{L}\p{N}_.)\]])\.\d+)(?:e[+-]?\d+)?/iu

/** Lines without a number come last. */
function toFirstNumber(line: string): number {
  const match = FIRST_NUMBER.exec(line)
  return match ? Number(match[0]) : Number.MAX_VALUE
}

function findLineAddress(line: string): ReturnType<typeof findAddress> {
  return findAddress(line.trim().split(/[\s/,;]/, 1)[0] ?? '')
}

function compareAddresses(a: string, b: string): number {
  const [left, right] = [a, b].map(findLineAddress)
  if (!left || !right) return Number(!left) - Number(!right)
  if (left.version !== right.version) return left.version - right.version
  return left.value < right.value ? -1 : left.value > right.value ? 1 : 0
}

/** Fisher–Yates with 32 random bits per step. */
function shuffle(lines: readonly string[], random: (sizeBytes: number) => Uint8Array): string[] {
  const result = [...lines]
  const bytes = Uint8Array.from(random(result.length * 4))
  const numbers = new DataView(bytes.buffer)
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor((numbers.getUint32(i * 4) / 2 ** 32) * (i + 1))
    ;[result[i], result[j]] = [result[j]!, result[i]!]
  }
  return result
}
