import { DnsFormatError } from './format-error.ts'

/**
 * Names are kept in presentation form with a final dot, as RFC 1035 §5.1 writes them: `a\.b.example.com.`
 * A byte that is no printable ASCII, or has a meaning there, is escaped.
 */
export type Name = string

const MAX_WIRE_LENGTH = 255
const MAX_LABEL_LENGTH = 63
const SPECIAL = new Set([...'".;\\()@$'].map((letter) => letter.charCodeAt(0)))

/** A name of a message, as text and as bytes without compression. */
export type ReadName = { readonly name: Name; readonly wire: Uint8Array }
/** The names of one message by where they begin: pointers lead to few places, but may do so thousands of times. */
export type KnownNames = Map<number, ReadName>

const TOO_LONG = { en: 'a name is longer than 255 bytes', zh: '域名超过 255 字节' }

const ROOT: ReadName = { name: '.', wire: Uint8Array.of(0) }

/** Reads a name from a message, following compression pointers backwards only (RFC 1035 §4.1.4). */
export function readName(message: Uint8Array, start: number, known: KnownNames = new Map()): ReadName & { next: number } {
  const parts: Part[] = []
  let part: Part = { start, end: start, labels: [] }
  let found: ReadName | undefined
  let next = -1
  let lowest = start
  let length = 1
  for (let offset = start; ;) {
    const size = message[offset]
    if (size === undefined) throw new DnsFormatError({ en: 'a name ends beyond the message', zh: '域名超出报文末尾' }, offset)
    part.end = offset
    if (size === 0) break
    if (size >= 0xc0) {
      const low = message[offset + 1]
      if (low === undefined)
        throw new DnsFormatError({ en: 'a pointer ends beyond the message', zh: '压缩指针超出报文末尾' }, offset)
      const target = ((size & 0x3f) << 8) | low
      if (next < 0) next = offset + 2
      if (target >= lowest)
        throw new DnsFormatError({ en: 'a pointer does not point backwards', zh: '压缩指针未指向前文' }, offset)
      parts.push(part)
      found = known.get(target)
      if (found) break
      part = { start: target, end: target, labels: [] }
      offset = lowest = target
      continue
    }
    if (size > MAX_LABEL_LENGTH) throw new DnsFormatError({ en: 'a label has a reserved kind', zh: '标签使用了保留类型' }, offset)
    length += size + 1
    if (length > MAX_WIRE_LENGTH) throw new DnsFormatError(TOO_LONG, offset)
    if (offset + 1 + size > message.length)
      throw new DnsFormatError({ en: 'a label ends beyond the message', zh: '标签超出报文末尾' }, offset)
    part.labels.push(toLabelText(message.subarray(offset + 1, offset + 1 + size)))
    offset += size + 1
  }
  if (!found) parts.push(part)
  let read = found ?? ROOT
  for (const one of parts.toReversed()) {
    read = prepend(message, one, read)
    known.set(one.start, read)
  }
  return { ...read, next: next < 0 ? part.end + 1 : next }
}

/** Labels that stand together, up to the root or a pointer. */
type Part = { readonly start: number; end: number; readonly labels: string[] }

function prepend(message: Uint8Array, { start, end, labels }: Part, { name, wire }: ReadName): ReadName {
  if (labels.length === 0) return { name, wire }
  if (end - start + wire.length > MAX_WIRE_LENGTH) throw new DnsFormatError(TOO_LONG, start)
  const whole = new Uint8Array(end - start + wire.length)
  whole.set(message.subarray(start, end))
  whole.set(wire, end - start)
  return { name: `${labels.join('.')}.${name === '.' ? '' : name}`, wire: whole }
}

/** The uncompressed wire form of a name. */
export function writeName(name: Name): Uint8Array {
  const labels = toLabels(name)
  const bytes: number[] = []
  for (const label of labels) {
    if (label.length === 0 || label.length > MAX_LABEL_LENGTH)
      throw new DnsFormatError({ en: `a label of “${name}” is not 1–63 bytes long`, zh: `“${name}” 中有标签不是 1–63 字节` }, 0)
    bytes.push(label.length, ...label)
  }
  bytes.push(0)
  if (bytes.length > MAX_WIRE_LENGTH) throw new DnsFormatError(TOO_LONG, 0)
  return Uint8Array.from(bytes)
}

/** The labels of a name as bytes, escapes resolved, without the root. */
export function toLabels(name: Name): Uint8Array[] {
  if (name === '.' || name === '') return []
  const labels: number[][] = [[]]
  const text = name.endsWith('.') && !/(^|[^\\])(\\\\)*\\\.$/.test(name) ? name.slice(0, -1) : name
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!
    if (letter === '.') labels.push([])
    else if (letter !== '\\') labels.at(-1)!.push(letter.charCodeAt(0) & 0xff)
    else {
      const digits = /^\d{3}/.exec(text.slice(index + 1, index + 4))?.[0]
      labels.at(-1)!.push(digits ? Number(digits) & 0xff : text.charCodeAt(index + 1) & 0xff)
      index += digits ? 3 : 1
    }
  }
  return labels.map((label) => Uint8Array.from(label))
}

/** Joins labels back into a name. */
export function fromLabels(labels: readonly Uint8Array[]): Name {
  return `${labels.map(toLabelText).join('.')}.`
}

/** `Example.COM` → `example.com.`: lower case (ASCII only) and absolute, the form names are compared in. */
export function toNormalName(name: string): Name {
  const lower = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return lower.endsWith('.') ? lower : `${lower}.`
}

export function countLabels(name: Name): number {
  return toLabels(name).length
}

/** The name without its first label; the root stays the root. */
export function toParent(name: Name): Name {
  return fromLabels(toLabels(name).slice(1))
}

/** Whether a name lies at or under another. */
export function isWithin(name: Name, zone: Name): boolean {
  const inner = toNormalName(name)
  const outer = toNormalName(zone)
  return outer === '.' || inner === outer || (inner.endsWith(`.${outer}`) && isWithinLabels(inner, outer))
}

/** Canonical order of names (RFC 4034 §6.1). */
export function compareNames(a: Name, b: Name): number {
  const left = toLabels(toNormalName(a)).reverse()
  const right = toLabels(toNormalName(b)).reverse()
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = Buffer.compare(left[index]!, right[index]!)
    if (order !== 0) return order
  }
  return left.length - right.length
}

// `a\.example.` ends like `.example.` as text, but its one label holds the dot
function isWithinLabels(inner: Name, outer: Name): boolean {
  const outerLabels = toLabels(outer)
  const tail = toLabels(inner).slice(-outerLabels.length)
  return tail.every((label, index) => Buffer.compare(label, outerLabels[index]!) === 0)
}

/** Each byte as it stands in a name. */
const BYTE_TEXTS = Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x21 || byte > 0x7e) return `\\${String(byte).padStart(3, '0')}`
  return SPECIAL.has(byte) ? `\\${String.fromCharCode(byte)}` : String.fromCharCode(byte)
})

function toLabelText(label: Uint8Array): string {
  let text = ''
  for (const byte of label) text += BYTE_TEXTS[byte]!
  return text
}
