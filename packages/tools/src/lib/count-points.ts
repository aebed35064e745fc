/** Code points of a part of a text; half a surrogate pair is one. */
export function countPoints(text: string, from = 0, to = text.length): number {
  let count = 0
  for (let at = from; at < to; at++) {
    count++
    if (isHigh(text.charCodeAt(at)) && at + 1 < to && isLow(text.charCodeAt(at + 1))) at++
  }
  return count
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00
