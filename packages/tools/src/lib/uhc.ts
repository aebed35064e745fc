const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
/** Two signs that came to KS X 1001 later. */
const LATER = [
  ['€', [0xa2, 0xe6]],
  ['®', [0xa2, 0xe7]],
] as const

/**
 * The characters and codes by which Unified Hangul Code, which the Encoding Standard means by EUC-KR, goes beyond
 * KS X 1001: the syllables that `table` lacks, in Unicode's order, on the codes left free. Node's decoder has none of them.
 */
export function* listUhc(table: ReadonlyMap<string, unknown>): Generator<readonly [char: string, code: readonly number[]]> {
  for (const [char, code] of LATER) if (!table.has(char)) yield [char, code]
  const codes = listFreeCodes()
  for (let point = FIRST_SYLLABLE; point <= LAST_SYLLABLE; point++) {
    const char = String.fromCharCode(point)
    if (!table.has(char)) yield [char, codes.next().value!]
  }
}

function* listFreeCodes(): Generator<readonly number[], undefined> {
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail++)
      if (trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81) yield [lead, trail]
  return undefined
}
