import { AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import { toHalfWidth } from './half-width.ts'

/** What a list with a `streamKey` holds amid a stream. */
export const CHANGED_ROWS =
  'In a stream, where changesOnly stands beside it: only the rows that have changed, each in place of the one with the same x-stream-key'

/** Names that one call of a tool takes of anybody; a server gives a plan as many or fewer. */
export const MAX_NAMES = 500
/** How many may take as long as a call of a tool usually may; more take longer in proportion. */
const USUAL_NAMES = 100
const BEGUN_WITHIN_MS = 48_000
/** Milliseconds that a call with the most names may take, the last one begun taking ten seconds. */
export const NAMES_TIMEOUT_MS = (MAX_NAMES / USUAL_NAMES) * BEGUN_WITHIN_MS + 12_000

/** Milliseconds within which the last of so many names is begun. */
export const toBeginWithinMs = (names: number): number => Math.max(1, names / USUAL_NAMES) * BEGUN_WITHIN_MS

/** The names of a pasted list, each once, in their order: one a line, or with commas, semicolons or blanks between; `#` begins a comment. */
export function splitNames(text: string): string[] {
  const names = toHalfWidth(text)
    .replaceAll(/(?<!\S)#.*/g, '')
    .split(/[\s,;、]+/)
    .filter((name) => name !== '')
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

/** The same for a tool that asks about each. Throws `too_large`, `bad_input`. */
export function readNames(text: string): string[] {
  const names = splitNames(text)
  if (names.length === 0)
    throw new AppError('bad_input', {
      field: 'names',
      expected: { en: 'at least one name', zh: '至少一个域名' },
      got: { en: 'nothing', zh: '空值' },
    })
  if (names.length > MAX_NAMES)
    throw new AppError('too_large', {
      field: 'names',
      limit: { en: countOf(MAX_NAMES, 'name'), zh: `${MAX_NAMES} 个域名` },
      got: names.length,
    })
  return names
}
