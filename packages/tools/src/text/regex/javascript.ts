import { AppError } from '@octet/core/errors.ts'
import type { Pacer } from '../../lib/pacer.ts'
import { syntaxError } from '../../lib/syntax-error.ts'
import { findSyntaxError } from './parse-pattern.ts'
import { withPerlHint } from './perl-hints.ts'
import { toReason } from '../../lib/regex-reasons.ts'
import { MOST, type Found, type Regex, type RegexFlags } from './engine.ts'

export type JavaScriptFlags = RegexFlags & {
  readonly unicode: boolean
  /** Sets in classes (`v`), which takes the place of `u`. */
  readonly sets: boolean
}

/**
 * Compiles a pattern for the engine of JavaScript (ECMA-262): look-around, back-references, and patterns whose time grows
 * without bound, so only a thread that can be ended may run it. Throws `syntax_error`.
 */
export function createJavaScriptRegex(pattern: string, flags: JavaScriptFlags): Regex {
  const regex = compile(pattern, flags)
  const names = readGroupNames(pattern)
  return {
    findAll: (text, breathe) => findAll(text, { regex, names, breathe }),
    replace: (text, _found, replacement) => text.replace(regex, replacement),
  }
}

/** The flags as letters, `g` included. */
export function toFlags({ ignoreCase, multiline, dotAll, unicode, sets }: JavaScriptFlags): string {
  return `g${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}${sets ? 'v' : unicode ? 'u' : ''}`
}

async function findAll(
  text: string,
  { regex, names, breathe }: { regex: RegExp; names: readonly string[]; breathe: Pacer },
): Promise<Found[]> {
  const found: Found[] = []
  for (const match of text.matchAll(regex)) {
    const groups = match.slice(1).map((value: string | undefined, index) => ({
      name: names[index] ?? String(index + 1),
      value: value ?? null,
    }))
    found.push({ start: match.index, end: match.index + match[0].length, match: match[0], groups })
    if (found.length > MOST)
      throw new AppError('too_large', { field: { en: 'Matches', zh: '匹配数' }, limit: MOST, got: `${MOST}+` })
    if (found.length % 256 === 0) await breathe()
  }
  return found
}

function compile(pattern: string, flags: JavaScriptFlags): RegExp {
  try {
    return new RegExp(pattern, toFlags(flags))
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    const reason = said.slice(said.lastIndexOf(': ') + 2)
    const offset = findMistake(pattern, flags)
    throw syntaxError({
      format: 'RegExp',
      text: pattern,
      offset,
      reason: withPerlHint(toReason(reason), { pattern, offset, engine: 'javascript' }),
    })
  }
}

/** Engines do not say where: a bracket that does not match is pointed at, else the place where the grammar ends to fit. */
function findMistake(pattern: string, flags: JavaScriptFlags): number {
  const open: number[] = []
  for (const { piece, offset } of listPieces(pattern)) {
    if (piece.startsWith('[') && !piece.endsWith(']')) return offset
    if (piece === '(') open.push(offset)
    if (piece === ')' && open.pop() === undefined) return offset
  }
  return open.at(-1) ?? findSyntaxError(pattern, flags) ?? 0
}

/** Escapes, classes and single characters. */
function* listPieces(pattern: string): Generator<{ piece: string; offset: number }> {
  for (const { 0: piece, index } of pattern.matchAll(/\\[\s\S]?|\[(?:\\[\s\S]|[^\]\\])*\]?|[\s\S]/g))
    yield { piece, offset: index }
}

/** For each capturing group its name, or its number. */
export function readGroupNames(pattern: string): string[] {
  const names: string[] = []
  for (const { piece, offset } of listPieces(pattern)) {
    if (piece !== '(') continue
    const [head = '', name] = /^\((?:\?(?:<([^=!>][^>]*)>|[\s\S]))?/.exec(pattern.slice(offset, offset + 200)) ?? []
    if (head === '(' || name !== undefined) names.push(name ?? String(names.length + 1))
  }
  return names
}
