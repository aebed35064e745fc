/** Orders texts by their code points, which is not the order of UTF-16 units: below 0 when the first comes first. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const [a, b] = [[...left], [...right]]
  const place = a.findIndex((char, index) => char !== b[index])
  if (place < 0) return -1
  return b[place] === undefined ? 1 : a[place]!.codePointAt(0)! - b[place].codePointAt(0)!
}
