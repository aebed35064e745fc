import { RegExpSyntaxError } from '@eslint-community/regexpp'
import { readGroupNames } from './javascript.ts'
import { listGroups, parseJavaScript, parseRe2 } from './parse-pattern.ts'

/** A piece of a replacement: text as it stands, or a group by its number or name, 0 for the whole match. */
export type ReplacementPiece = { readonly text: string } | { readonly group: number | string }
type Given = {
  readonly engine: 're2' | 'javascript'
  readonly pattern: string
  readonly unicode: boolean
  readonly replacement: string
}

const REFERENCE = /\$(?:(?<dollar>\$)|(?<whole>&)|(?<index>\d{1,2})|<(?<name>[^>]*)>)/g
type Reference = Readonly<Partial<Record<'dollar' | 'whole' | 'index' | 'name', string>>>

/** Takes a replacement apart as its engine does: a reference to a group that the pattern does not have is text. */
export function readReplacement(given: Given): ReplacementPiece[] {
  const { replacement } = given
  const groups = listNames(given)
  const pieces: ReplacementPiece[] = []
  let last = 0
  for (const match of replacement.matchAll(REFERENCE)) {
    pieces.push({ text: replacement.slice(last, match.index) }, ...readReference(match, groups, given.engine))
    last = match.index + match[0].length
  }
  return [...pieces, { text: replacement.slice(last) }].filter((piece) => !('text' in piece) || piece.text !== '')
}

function readReference(
  { 0: written, groups: found = {} }: RegExpExecArray,
  groups: readonly string[],
  engine: Given['engine'],
): ReplacementPiece[] {
  const { dollar, whole, index, name } = found as Reference
  if (dollar) return [{ text: '$' }]
  if (whole) return [{ group: 0 }]
  if (index !== undefined) return readIndex(index, groups.length) ?? [{ text: written }]
  const place = groups.indexOf(name ?? '') + 1
  if (place > 0 && !/^\d/.test(name!)) return [{ group: name! }]
  // JavaScript looks for names only where the pattern has any, and takes nothing for those that it lacks.
  if (engine === 'javascript') return groups.some((each) => !/^\d/.test(each)) ? [] : [{ text: written }]
  return [place > 0 ? { group: place } : { text: written }]
}

/** `$12` is group 1 with a 2 behind it where there are fewer than twelve. */
function readIndex(index: string, count: number): ReplacementPiece[] | undefined {
  const isGroup = (digits: string) => Number(digits) > 0 && Number(digits) <= count
  if (isGroup(index)) return [{ group: Number(index) }]
  return index.length === 2 && isGroup(index[0]!) ? [{ group: Number(index[0]) }, { text: index[1]! }] : undefined
}

/** The names of the groups in order, or their numbers. */
function listNames({ engine, pattern, unicode }: Given): string[] {
  try {
    return listGroups((engine === 're2' ? parseRe2(pattern) : parseJavaScript(pattern, { unicode, sets: false })).tree)
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    return readGroupNames(pattern)
  }
}
