import { decodeText } from '../../lib/charset.ts'
import { parseHex, toBytes } from '../../lib/bytes.ts'

/** A value of PDF (ISO 32000-2 §7.3): numbers and keywords stay as they are written, a string is its bytes. */
export type PdfValue = string | Uint8Array | readonly PdfValue[] | PdfDictionary | { readonly name: string }
export type PdfDictionary = ReadonlyMap<string, PdfValue>

const MAX_DEPTH = 16
const TOKEN = /[\s\0]*(?:%[^\r\n]*[\s\0]*)*(<<|>>|\[|\]|\/[^\s\0()<>[\]{}/%]*|<[\da-fA-F\s\0]*>|\(|[^\s\0()<>[\]{}/%]+)?/y

/** Reads the dictionary that begins at a place of a text of Latin-1; nothing where none begins there or it does not end. */
export function readDictionary(text: string, at: number): PdfDictionary | undefined {
  const reader = new Reader(text, at)
  try {
    return reader.next() === '<<' ? reader.dictionary(0) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

class Reader {
  readonly #text: string
  #at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
  }

  next(): string {
    TOKEN.lastIndex = this.#at
    const [, token = ''] = TOKEN.exec(this.#text) ?? []
    if (token === '') throw new RangeError(`expected a value at ${this.#at}`)
    this.#at = TOKEN.lastIndex
    return token
  }

  dictionary(depth: number): PdfDictionary {
    const entries: [string, PdfValue][] = []
    const values = this.#until('>>', depth)
    for (let at = 0; at < values.length;) {
      const key = values[at]!
      const isName = typeof key === 'object' && 'name' in key
      if (isName && at + 1 < values.length) entries.push([key.name, values[at + 1]!])
      // An indirect reference is two numbers and R.
      at += isName ? 2 : 1
    }
    return new Map(entries)
  }

  #until(end: string, depth: number): PdfValue[] {
    if (depth > MAX_DEPTH) throw new RangeError(`expected at most ${MAX_DEPTH} values within each other`)
    const values: PdfValue[] = []
    for (let token = this.next(); token !== end; token = this.next()) values.push(this.#value(token, depth))
    return values
  }

  #value(token: string, depth: number): PdfValue {
    if (token === '<<') return this.dictionary(depth + 1)
    if (token === '[') return this.#until(']', depth + 1)
    if (token === '(') return this.#literal()
    if (token.startsWith('<')) return readHex(token)
    if (token.startsWith('/'))
      return {
        name: token
          .slice(1)
          .replaceAll(/#([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
      }
    return token
  }

  /** A string in parentheses, which may hold others (§7.3.4.2). */
  #literal(): Uint8Array {
    const codes: number[] = []
    let open = 1
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at++]!
      if (char === '\\') {
        const code = this.#escaped()
        if (code !== undefined) codes.push(code)
        continue
      }
      open += char === '(' ? 1 : char === ')' ? -1 : 0
      if (open === 0) return toBytes(codes)
      codes.push(char.charCodeAt(0))
    }
    throw new RangeError('expected the end of a string')
  }

  #escaped(): number | undefined {
    const [octal] = /^[0-7]{1,3}/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? []
    if (octal) {
      this.#at += octal.length
      return Number.parseInt(octal, 8) & 0xff
    }
    const char = this.#text[this.#at++] ?? ''
    if (char === '\r' && this.#text[this.#at] === '\n') this.#at++
    if (char === '\r' || char === '\n' || char === '') return undefined
    return ESCAPES[char] ?? char.charCodeAt(0)
  }
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

function readHex(token: string): Uint8Array {
  const digits = token.replaceAll(/[^\da-f]/gi, '')
  return parseHex(digits.padEnd(digits.length + (digits.length % 2), '0'), 'file')
}

/** Characters of PDFDocEncoding from 0x80 (ISO 32000-2 Annex D.3) that are not those of Latin-1. */
const PDF_CHARACTERS = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'

/** A string of PDF as it reads (§7.9.2.2): UTF-16 or UTF-8 behind their marks, else PDFDocEncoding. */
export function toPdfText(value: PdfValue | undefined): string | undefined {
  if (!(value instanceof Uint8Array)) return undefined
  if (value[0] === 0xfe && value[1] === 0xff) return decodeText(value.subarray(2), 'utf-16be')
  if (value[0] === 0xff && value[1] === 0xfe) return decodeText(value.subarray(2), 'utf-16le')
  if (value[0] === 0xef && value[1] === 0xbb && value[2] === 0xbf) return decodeText(value.subarray(3), 'utf-8')
  return Array.from(value, (byte) => (byte === 0xa0 ? '€' : (PDF_CHARACTERS[byte - 0x80] ?? String.fromCharCode(byte)))).join('')
}

/** A date of PDF (§7.9.4) in UTC as RFC 3339 writes it; nothing where it is none. Without a zone it counts as UTC. */
export function toPdfTime(value: PdfValue | undefined): string | undefined {
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign = 'Z',
    zoneHours = '0',
    zoneMinutes = '0',
  ] = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Z+-])(?:(\d\d)'?(?:(\d\d)'?)?)?)?/.exec(toPdfText(value) ?? '') ?? []
  if (year === undefined) return undefined
  const written = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(written)) return undefined
  const zoneMs = (sign === '-' ? -1 : sign === '+' ? 1 : 0) * (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return `${new Date(written - zoneMs).toISOString().slice(0, -'.000Z'.length)}Z`
}
