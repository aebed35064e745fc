/**
 * Rail fence: characters are written up and down over a number of rails and read rail by rail. Takes and gives code points,
 * so that a character beyond 16 bits stays whole.
 */
export function writeRails(text: string, rails: number): string {
  const characters = toPoints(text)
  return fromPoints(listOrder(characters.length, rails).map((from) => characters[from]!))
}

/** The text that {@link writeRails} has written over so many rails. */
export function readRails(text: string, rails: number): string {
  return readPoints(toPoints(text), rails)
}

/** The same for each of some numbers of rails, in turn. */
export function readAllRails(text: string, counts: readonly number[]): string[] {
  const characters = toPoints(text)
  return counts.map((rails) => readPoints(characters, rails))
}

function readPoints(characters: Uint32Array, rails: number): string {
  const plain = new Uint32Array(characters.length)
  const order = listOrder(characters.length, rails)
  for (let at = 0; at < order.length; at++) plain[order[at]!] = characters[at]!
  return fromPoints(plain)
}

/** Code points as numbers: a list of as many texts takes ten times as long to order. */
function toPoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length)
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at)!
    points[end++] = point
    if (point > 0xffff) at++
  }
  return points.subarray(0, end)
}

/** Points that are given to the engine at once. */
const PIECE = 8192

function fromPoints(points: Uint32Array): string {
  const parts: string[] = []
  for (let at = 0; at < points.length; at += PIECE)
    parts.push(Reflect.apply(String.fromCodePoint, undefined, points.subarray(at, at + PIECE)))
  return parts.join('')
}

/** For each place of the written text, which character of the plain one stands there. */
function listOrder(count: number, rails: number): Uint32Array {
  const order = new Uint32Array(count)
  const period = Math.max(1, 2 * (rails - 1))
  let end = 0
  for (let rail = 0; rail < Math.min(rails, count); rail++)
    for (let at = rail; at < count; at += period) {
      order[end++] = at
      // Between the rails at the edges, the way back up meets a rail once more.
      const back = at + period - 2 * rail
      if (rail > 0 && rail < rails - 1 && back < count) order[end++] = back
    }
  return order
}
