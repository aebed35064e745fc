const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * The items of a JSON array of objects one by one, so that a large one is never in memory as a whole.
 *
 * @throws when it is no such array, an item is no JSON, or it is cut
 */
export function* readJsonItems(bytes: Buffer): Generator<unknown> {
  let at = skipBlanks(bytes, 0)
  if (bytes[at] !== 0x5b) throw new Error(`expected a JSON array, got “${bytes.toString('utf8', at, at + 40)}”`)
  let depth = 1
  let start = -1
  for (at++; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = findTextEnd(bytes, at)
    else if (OPENING.has(byte)) {
      if (depth === 1) start = at
      depth++
    } else if (CLOSING.has(byte)) {
      depth--
      if (depth === 1) yield JSON.parse(bytes.toString('utf8', start, at + 1))
      if (depth === 0) return
    } else if (depth === 1 && byte !== COMMA && !BLANKS.has(byte))
      throw new Error(`expected an object in the array, got “${bytes.toString('utf8', at, at + 40)}”`)
  }
  throw new Error('expected the end of the JSON array, the file is cut')
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && BLANKS.has(bytes[at]!)) at++
  return at
}

/** The quote that ends a text; the end of the bytes where there is none. */
function findTextEnd(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
