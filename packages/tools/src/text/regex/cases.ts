import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Pacer } from '../../lib/pacer.ts'
import type { Regex } from './engine.ts'

const MAX_CASES = 1000

/** A line that the pattern should find something in, or nothing; what it found, and whether that is right. */
export type RegexCase = { text: string; isWanted: boolean; found: string; isRight: boolean }

/** Tries a pattern on lines that must match and on lines that must not; empty lines are none. Throws `too_large`. */
export async function tryCases(
  regex: Regex,
  { matching, failing }: { matching: string; failing: string },
  breathe: Pacer,
): Promise<RegexCase[]> {
  const wanted = [...listLines(matching, true), ...listLines(failing, false)]
  if (wanted.length > MAX_CASES)
    throw new AppError('too_large', {
      field: { en: 'Cases', zh: '用例' },
      limit: counted(MAX_CASES, 'lines'),
      got: wanted.length,
    })
  const cases: RegexCase[] = []
  for (const { text, isWanted } of wanted) {
    const found = await regex.findAll(text, breathe)
    cases.push({ text, isWanted, found: found.map(({ match }) => match).join(' · '), isRight: found.length > 0 === isWanted })
  }
  return cases
}

function listLines(text: string, isWanted: boolean): { text: string; isWanted: boolean }[] {
  return splitLines(text).flatMap((line) => (line === '' ? [] : { text: line, isWanted }))
}
