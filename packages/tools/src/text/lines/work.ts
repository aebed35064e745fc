import { findAddress } from '@octet/core/ip/address.ts'
import { compareTexts } from '../../lib/compare-texts.ts'
import { countPoints } from '../../lib/count-points.ts'

export const ACTIONS = [
  'sort',
  'unique',
  'count',
  'filter',
  'common',
  'without',
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
  /** Lines of a second list, for what is in both or in the first alone. */
  readonly other: readonly string[]
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
    case 'common':
    case 'without': {
      const others = new Set(work.other.map(fold))
      return lines.filter((line) => others.has(fold(line)) === (work.action === 'common'))
    }
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
      return trimLines(lines)
  }
}

/** Lines without the white space around them and without those that are nothing else. */
export function trimLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter(Boolean)
}

function filterLines(lines: readonly string[], { find, holds, drop }: LineWork, fold: (line: string) => string): string[] {
  const wanted = fold(find)
  const isHeld = holds ?? ((line: string) => fold(line).includes(wanted))
  return lines.filter((line) => isHeld(line) !== drop)
}

/** A line and what it is compared by, found once. */
type SortLine = { readonly line: string; readonly text: string; readonly number: number; readonly address: LineAddress }
type LineAddress = ReturnType<typeof findAddress>

function sortLines(lines: readonly string[], { order, descending }: LineWork, fold: (line: string) => string): string[] {
  const isGrouped = order === 'number' && lines.every(isWholeRun)
  const sorted = lines
    .map((line): SortLine => ({
      line,
      text: fold(line),
      number: order === 'number' ? toFirstNumber(isGrouped ? dropMarks(line) : line) : order === 'length' ? countPoints(line) : 0,
      address: order === 'ip' ? findLineAddress(line) : undefined,
    }))
    .sort(createCompare(order))
  const toLines = (part: readonly SortLine[]) => part.map(({ line }) => line)
  if (!descending) return toLines(sorted)
  // What has no number or address stays behind what has.
  const first = sorted.findIndex((line) => isOutside(line, order))
  return first < 0 ? toLines(sorted.reverse()) : toLines([...sorted.slice(0, first).reverse(), ...sorted.slice(first)])
}

function isOutside({ number, address }: SortLine, order: Order): boolean {
  return order === 'number' ? number === Number.MAX_VALUE : order === 'ip' && !address
}

function createCompare(order: Order): (a: SortLine, b: SortLine) => number {
  const byText = (a: SortLine, b: SortLine) => compareTexts(a.text, b.text)
  switch (order) {
    case 'natural': {
      // Chinese by pinyin, whoever asks; other scripts as in English.
      const { compare } = new Intl.Collator('zh-u-co-pinyin', { numeric: true })
      return (a, b) => compare(a.text, b.text)
    }
    case 'text':
      return byText
    case 'length':
    case 'number':
      return (a, b) => a.number - b.number || byText(a, b)
    case 'ip':
      return (a, b) => compareAddresses(a.address, b.address) || byText(a, b)
  }
}

/** A hyphen behind a word is no minus (`item-10`), and a point there no fraction (`fig.10`). */
const FIRST_NUMBER = /(?:(?<![\p{L}\p{N}_)\]])[+-])?(?:\d+(?:\.\d+)?|(?<![\p{L}\p{N}_.)\]])\.\d+)(?:e[+-]?\d+)?/iu

/** The first digits of a line with the commas between them. */
const FIRST_RUN = /\d[\d,]*/

/** Whether these are one number, with a comma before each three digits or none: `1,200`; of a list `100,5` tells that commas part numbers. */
function isWholeRun(line: string): boolean {
  const run = FIRST_RUN.exec(line)?.[0].replace(/,$/, '')
  return !run?.includes(',') || /^[1-9]\d{0,2}(?:,\d{3})+$/.test(run)
}

const dropMarks = (line: string): string => line.replace(FIRST_RUN, (run) => run.replaceAll(',', ''))

/** Lines without a number come last. */
function toFirstNumber(line: string): number {
  const match = FIRST_NUMBER.exec(line)
  return match ? Number(match[0]) : Number.MAX_VALUE
}

function findLineAddress(line: string): LineAddress {
  return findAddress(line.trim().split(/[\s/,;]/, 1)[0] ?? '')
}

function compareAddresses(left: LineAddress, right: LineAddress): number {
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
