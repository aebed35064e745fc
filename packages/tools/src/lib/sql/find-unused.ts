/** The least number that a pattern, which has it in brackets, does not find in a text. */
export function findUnused(text: string, pattern: RegExp): number {
  const used = new Set(Array.from(text.matchAll(pattern), ([, number]) => number))
  let unused = 0
  while (used.has(String(unused))) unused++
  return unused
}
