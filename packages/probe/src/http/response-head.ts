import type { Text } from '@octet/core/text.ts'
import { toReadableText } from '../dns/fields.ts'

/** What a server wrote that HTTP does not allow, and what those do who read it. */
export type Flaw = Text & { readonly verdict: 'notice' | 'bad' }

export type ResponseHead = {
  readonly status: number
  /** Written as strict readers want it, in Latin-1. */
  readonly text: string
  /** Each line as the server sent it, in Latin-1: also those that readers pass over. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly flaws: readonly Flaw[]
  /** Whether the body comes in chunks (RFC 9112 §6.1). */
  readonly isChunked: boolean
}

/** A head that cannot be read to an answer, and why. */
export class HeadError extends Error {
  readonly text: Text

  constructor({ en, zh }: Text) {
    super(en)
    this.text = { en, zh }
  }
}

const STATUS_LINE = /^HTTP\/(\d)(\.\d)?[ \t]+(\d{3})(?![\d])(.*)$/i
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
// oxlint-disable-next-line no-control-regex -- those are what is looked for
const CONTROLS = /[\x01-\x08\x0b-\x1f\x7f]/g
const MAX_SHOWN = 60
const MAX_FLAWS = 10

/**
 * Reads the head of an answer as browsers do, who put up with much that HTTP forbids: lines that end in LF alone, folded
 * headers, lengths that are said twice. Undefined where browsers would find no HTTP either.
 *
 * @throws {HeadError} where nobody can tell where the body ends
 */
export function readHead(raw: string): ResponseHead | undefined {
  const book = new FlawBook()
  const [first = '', ...lines] = splitLines(raw, book)
  const [, major, minor = '', status, reason] = STATUS_LINE.exec(first) ?? []
  if (major === undefined || raw.includes('\0')) return undefined
  const isKnown = major === '1' && (minor === '.0' || minor === '.1')
  if (!isKnown || !first.startsWith('HTTP/') || !/^\S+ \d/.test(first)) {
    const shown = toReadableText(first.slice(0, MAX_SHOWN))
    book.note('notice', `the status line “${shown}” (RFC 9112 §4)`, `状态行“${shown}”（RFC 9112 §4）`)
  }
  const read = unfold(lines, book).map((line) => readLine(line, book))
  const kept = frame(
    read.filter(({ isRead }) => isRead).map(({ header }) => header),
    book,
  )
  const line = `HTTP/1.${isKnown && minor === '.0' ? 0 : 1} ${status}${reason}`
  return {
    status: Number(status),
    text: [line, ...kept.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'),
    headers: read.map(({ header }) => header),
    flaws: book.flaws,
    isChunked: /(^|,)\s*chunked$/i.test(kept.findLast(([name]) => /^transfer-encoding$/i.test(name))?.[1] ?? ''),
  }
}

/** The first flaws of a head, each once. */
class FlawBook {
  readonly #flaws = new Map<string, Flaw>()

  get flaws(): Flaw[] {
    return [...this.#flaws.values()]
  }

  get isFull(): boolean {
    return this.#flaws.size >= MAX_FLAWS
  }

  note(verdict: Flaw['verdict'], en: string, zh: string): void {
    if (!this.isFull) this.#flaws.set(en, { verdict, en, zh })
  }
}

type Header = readonly [name: string, value: string]

function splitLines(raw: string, book: FlawBook): string[] {
  const lines = raw.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (/(^|[^\r])\n/.test(raw))
    book.note('notice', 'lines that end in LF without CR (RFC 9112 §2.2)', '行尾只有 LF，缺少 CR（RFC 9112 §2.2）')
  const clean = lines.map((line) => line.replaceAll(CONTROLS, ' '))
  if (clean.some((line, index) => line !== lines[index]))
    book.note('notice', 'control characters in headers (RFC 9110 §5.5)', '头部含控制字符（RFC 9110 §5.5）')
  return clean.filter((line) => line.trim() !== '')
}

/** A line that begins with white space goes on with the one before; the first of all is passed over (RFC 9112 §2.2, §5.2). */
function unfold(lines: readonly string[], book: FlawBook): string[] {
  const whole: string[][] = []
  for (const line of lines) {
    const last = whole.at(-1)
    if (!/^[ \t]/.test(line)) whole.push([line])
    else if (last) {
      const name = last[0]!.split(':', 1)[0]!.trim().slice(0, MAX_SHOWN)
      book.note('notice', `${name} is folded over several lines (RFC 9112 §5.2)`, `${name} 折成了多行（RFC 9112 §5.2）`)
      last.push(line)
    } else noteIgnored(line, book)
  }
  return whole.map((parts) => (parts.length === 1 ? parts[0]! : parts.map((part) => part.trim()).join(' ')))
}

/** A line without a name is passed over by everybody who does not give the whole answer up. */
function readLine(line: string, book: FlawBook): { header: Header; isRead: boolean } {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon)).trimEnd()
  const value = line.slice(colon + 1).trim()
  if (!TOKEN.test(name)) {
    noteIgnored(line, book)
    return { header: colon > 0 ? [name, value] : [line.trim(), ''], isRead: false }
  }
  if (name.length < colon)
    book.note('notice', `white space behind the name ${name} (RFC 9112 §5.1)`, `${name} 与冒号之间有空白（RFC 9112 §5.1）`)
  return { header: [name, value], isRead: true }
}

function noteIgnored(line: string, book: FlawBook): void {
  if (book.isFull) return
  const shown = toReadableText(line.trim().slice(0, MAX_SHOWN))
  book.note(
    'bad',
    `“${shown}” is no header, and browsers ignore it (RFC 9112 §5)`,
    `“${shown}”不是合法的头部，浏览器会忽略（RFC 9112 §5）`,
  )
}

/** The headers that say where the body ends, each of which may be said once (RFC 9112 §6.3). */
function frame(headers: readonly Header[], book: FlawBook): readonly Header[] {
  const lengths = headers.filter(([name]) => /^content-length$/i.test(name)).map(([, value]) => value)
  if (lengths.length === 0) return headers
  const others = headers.filter(([name]) => !/^content-length$/i.test(name))
  if (others.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value))) {
    book.note(
      'notice',
      'Content-Length beside Transfer-Encoding, which stands above it (RFC 9112 §6.3)',
      'Content-Length 与 Transfer-Encoding 并存，以后者为准（RFC 9112 §6.3）',
    )
    return others
  }
  const said = new Set(lengths.flatMap((value) => value.split(',')).map((value) => value.trim()))
  const [length = ''] = said
  if (said.size > 1) {
    const shown = toReadableText([...said].slice(0, 3).join(', ').slice(0, MAX_SHOWN))
    throw new HeadError({
      en: `Content-Length values that differ (${shown}), for which browsers refuse the answer (RFC 9112 §6.3)`,
      zh: `互不相同的多个 Content-Length（${shown}），浏览器会拒绝该应答（RFC 9112 §6.3）`,
    })
  }
  if (!/^\d{1,15}$/.test(length)) {
    const shown = toReadableText(length.slice(0, MAX_SHOWN))
    book.note(
      'bad',
      `Content-Length “${shown}” is no length (RFC 9110 §8.6)`,
      `Content-Length“${shown}”不是有效长度（RFC 9110 §8.6）`,
    )
    return others
  }
  if (lengths.length === 1 && lengths[0] === length) return headers
  book.note('notice', 'Content-Length is said more than once (RFC 9110 §8.6)', 'Content-Length 重复出现（RFC 9110 §8.6）')
  return [...others, ['Content-Length', length]]
}
