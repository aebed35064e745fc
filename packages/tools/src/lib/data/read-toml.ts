import { AppError } from '@octet/core/errors.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { toEntry, toTextNode, type JsonNode } from '../json/tree.ts'
import { quoteTomlDates } from './toml-dates.ts'

/** TOML 1.0 → tree: integers exact, dates as text (RFC 3339), floats as IEEE 754 doubles. Throws `syntax_error`, and `unsupported_value` for inf and nan unless they are kept as `Infinity` and `NaN`. */
export async function readToml(text: string, { keepsNonFinite = false } = {}): Promise<JsonNode> {
  const { parse, TomlError } = await import('smol-toml')
  const options = { integersAsBigInt: true, maxDepth: 200 } as const
  try {
    const table = parse(text, options)
    const quoted = quoteTomlDates(text)
    return toNode(quoted === text ? table : parse(quoted, options), keepsNonFinite)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const english = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')
    throw syntaxError({
      format: 'TOML',
      text,
      offset: toOffset(text, error.line, error.column),
      reason: { en: english, zh: `此处不符合 TOML 语法（${english}）` },
    })
  }
}

function toNode(value: unknown, keepsNonFinite: boolean): JsonNode {
  const toInner = (inner: unknown) => toNode(inner, keepsNonFinite)
  if (Array.isArray(value)) return { type: 'array', items: value.map(toInner) }
  if (typeof value === 'object' && value !== null)
    return { type: 'object', entries: Object.entries(value).map(([key, inner]) => toEntry(key, toInner(inner))) }
  if (typeof value === 'string') return toTextNode(value)
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    if (keepsNonFinite) return { type: 'number', raw: String(value) }
    throw new AppError('unsupported_value', {
      got: String(value),
      reason: {
        en: 'only YAML and TOML have infinities and not-a-number; here they are converted to a format that does not',
        zh: '只有 YAML 与 TOML 能表示无穷与非数值，此处的目标格式不能',
      },
    })
  }
  // A float that happens to be whole keeps its point, so that it stays a float on the way back.
  return {
    type: 'number',
    raw: typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value),
  }
}
