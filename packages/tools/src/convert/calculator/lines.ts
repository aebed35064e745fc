import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { counted } from '@octet/core/counted.ts'
import type { Lang } from '@octet/core/text.ts'
import { evaluate, MAX_COST, type Meaning } from './evaluate.ts'
import { CONSTANTS, FUNCTIONS, OTHER_NAMES, type AngleUnit } from './functions.ts'
import { badToken, readTokens, toPlainSigns, type Token } from './tokens.ts'
import { Refusal, toUnsupported, type Value } from './value.ts'

/** A line that was calculated, or why it was not. */
export type CalculatedLine = {
  readonly input: string
  readonly name?: string
  readonly value?: Value
  readonly problem?: string
  readonly meanings: ReadonlySet<Meaning>
}

/** What an error of one line among several is about. */
const FIELD = { en: 'This line', zh: '此行' }
const MAX_LINES = 200
const MAX_LINE = 2000

/**
 * Calculates lines from top to bottom; `price = 80` names a result for those below, `ans` is the one before. A line that fails
 * says why and the others go on; a single line throws.
 */
export function calculateLines(text: string, { angle, lang }: { angle: AngleUnit; lang: Lang }): CalculatedLine[] {
  const lines = [...splitLines(text)].filter(({ line }) => line.trim() !== '')
  if (lines.length > MAX_LINES)
    throw new AppError('too_large', { field: 'text', limit: counted(MAX_LINES, 'lines'), got: counted(lines.length, 'lines') })
  if (lines.length === 0) throw badToken({ en: 'a calculation, such as 80 + 15%', zh: '算式，如 80 + 15%' }, text.trim(), 0)
  const names = new Map<string, Value>()
  const budget = { left: MAX_COST }
  return lines.map(({ line, at }) => {
    const meanings = new Set<Meaning>()
    try {
      const { name, value } = calculateLine(line, at, { angle, names, meanings, budget })
      names.set('ans', value)
      if (name) names.set(name, value)
      return { input: line.trim(), ...(name && { name }), value, meanings }
    } catch (error) {
      const known = error instanceof Refusal ? toUnsupported(error, line.trim()) : error
      if (lines.length === 1 || !isAppError(known)) throw known
      return {
        input: line.trim(),
        problem: toErrorMessage({ key: known.key, details: { ...known.details, field: FIELD } }, lang),
        meanings,
      }
    }
  })
}

/** Lines without their comments, with the places where they begin. */
function* splitLines(text: string): Generator<{ readonly line: string; readonly at: number }> {
  for (const match of toPlainSigns(text).matchAll(/([^\r\n]*)(?:\r\n?|\n|$)/g))
    yield {
      line: match[1]!.replace(/#.*$/, '').trimEnd().replace(/=\??$/, '').trimEnd(),
      at: match.index,
    }
}

type Known = {
  readonly angle: AngleUnit
  readonly names: Map<string, Value>
  readonly meanings: Set<Meaning>
  readonly budget: { left: number }
}

function calculateLine(line: string, at: number, known: Known): { name?: string; value: Value } {
  if (line.length > MAX_LINE) throw new AppError('too_large', { field: 'text', limit: `${MAX_LINE}`, got: `${line.length}` })
  const tokens = readTokens(line, at)
  const around = { line, end: at + line.length, ...known }
  const [first, second, ...rest] = tokens
  if (first?.kind === 'name' && second?.kind === 'operator' && second.text === '=')
    return { name: refuseTaken(first), value: evaluate(rest, around) }
  return { value: evaluate(tokens, around) }
}

function refuseTaken({ text, at }: Token): string {
  const lower = text.toLowerCase()
  const isTaken = [CONSTANTS, FUNCTIONS, OTHER_NAMES].some((own) => Object.hasOwn(own, lower)) || lower === 'ans'
  if (!isTaken) return text
  throw badToken({ en: 'a name that has no meaning here yet', zh: '尚无含义的名称' }, text, at)
}
