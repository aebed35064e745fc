import { AppError } from '@octet/core/errors.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { toEntry, toTextNode, type JsonNode } from '../json/tree.ts'
import { findWordAt, toGot } from '../word-at.ts'
import { quoteTomlDates } from './toml-dates.ts'

/** Levels of tables and lists; the parser counts those in brackets, dots of a key make more. */
const MAX_DEPTH = 200

/** TOML 1.0 → tree: integers exact, dates as text (RFC 3339), floats as IEEE 754 doubles, inf and nan as `Infinity` and `NaN`. Throws `syntax_error`, `too_large`. */
export async function readToml(text: string): Promise<JsonNode> {
  const { parse, TomlError } = await import('smol-toml')
  const options = { integersAsBigInt: true, maxDepth: MAX_DEPTH } as const
  try {
    const table = parse(text, options)
    const quoted = quoteTomlDates(text)
    return toNode(quoted === text ? table : parse(quoted, options))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const english = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')
    const offset = toOffset(text, error.line, error.column)
    const { en, zh } = toGot(findWordAt(text, offset))
    const reason = { en: `${english}; got ${en}`, zh: `此处不符合 TOML 语法，实为${zh}（${english}）` }
    throw syntaxError({ format: 'TOML', text, offset, reason })
  }
}

function toNode(value: unknown, depth = 0): JsonNode {
  if (depth > MAX_DEPTH)
    throw new AppError('too_large', {
      field: { en: 'Nesting', zh: '嵌套层数' },
      limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
      got: `${MAX_DEPTH}+`,
    })
  const toInner = (inner: unknown) => toNode(inner, depth + 1)
  if (Array.isArray(value)) return { type: 'array', items: value.map(toInner) }
  if (typeof value === 'object' && value !== null)
    return { type: 'object', entries: Object.entries(value).map(([key, inner]) => toEntry(key, toInner(inner))) }
  if (typeof value === 'string') return toTextNode(value)
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value) }
  // A float that happens to be whole keeps its point, so that it stays a float on the way back.
  return {
    type: 'number',
    raw: typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value),
  }
}
