/** One element of DER (ITU-T X.690): its tag byte, its content, and both with the length. */
export type Der = { readonly tag: number; readonly content: Uint8Array; readonly whole: Uint8Array }

/**
 * Reads the elements that stand one after the other; tags of one byte and lengths up to 4 bytes, which is all certificates use.
 *
 * @throws {RangeError} when an element is longer than the bytes
 */
export function readDer(bytes: Uint8Array): Der[] {
  const found: Der[] = []
  for (let start = 0; start < bytes.length;) {
    const first = bytes[start + 1] ?? 0
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    const from = start + 2 + lengthBytes
    const size = lengthBytes === 0 ? first : toNumber(bytes.subarray(start + 2, from))
    if (lengthBytes > 4 || from + size > bytes.length)
      throw new RangeError(`a DER element of ${size} bytes at ${start}, but only ${bytes.length - from} are there`)
    found.push({ tag: bytes[start]!, content: bytes.subarray(from, from + size), whole: bytes.subarray(start, from + size) })
    start = from + size
  }
  return found
}

/** An element from a tag and its content. */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Uint8Array.of(tag, ...head), content])
}

/** `1.2.840.113549.1.1.11` from the content of an OBJECT IDENTIFIER. */
export function toOid(content: Uint8Array): string {
  const arcs: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    arcs.push(value)
    value = 0
  }
  const [first = 0, ...rest] = arcs
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

/** GeneralizedTime (`20260102030405Z`) as ISO 8601; null for anything else. */
export function toIsoTime({ content }: Der): string | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(Buffer.from(content).toString('latin1')) ?? []
  const [year, month, day, hour, minute, second] = parts
  return parts.length === 6 ? `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` : null
}

function toNumber(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}
