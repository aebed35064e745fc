/** Orders texts by their code points, which is not the order of UTF-16 units: below 0 when the first comes first. */
export function compareTexts(left: string, right: string): number {
  const common = Math.min(left.length, right.length)
  for (let at = 0; at < common; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)]
    if (a !== b) return toRank(a) - toRank(b)
  }
  return left.length - right.length
}

/** Units of characters beyond U+FFFF rank above all others. */
const toRank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
