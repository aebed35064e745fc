import { AppError } from '@octet/core/errors.ts'
import { syntaxError } from '../syntax-error.ts'
import { toJmespathReason } from './jmespath-reasons.ts'
import { createStandIns, type StandIns } from './stand-ins.ts'
import { parseJsonTree, type JsonNode } from './tree.ts'
import { writeJson } from './write.ts'
import { isJson } from './is-json.ts'

/**
 * Runs a JMESPath expression (jmespath.org) on a document; the result is JSON text. Numbers keep their digits and are
 * compared exactly; only what a function calculates is a double.
 * Throws `syntax_error` with the place in the expression, `unsupported_value` for what a function cannot take.
 */
export async function queryJmespath(document: JsonNode, expression: string): Promise<string> {
  const { default: jmespath } = await import('jmespath')
  compile(jmespath as typeof jmespath & Compiler, expression)
  const literals = findLiterals(expression)
  const numbers = createStandIns([document, ...literals.values()])
  const value: unknown = JSON.parse(writeJson(numbers.put(document), { indent: '' }))
  try {
    return writeValue(jmespath.search(value, putLiterals(expression, { literals, numbers })), numbers)
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    const reason = toJmespathReason(toReason(cause))
    throw new AppError('unsupported_value', { got: expression.slice(0, 60), reason }, { cause })
  }
}

/** Functions whose results are doubles, or are written from doubles, that an expression calls. */
export function findCalculations(expression: string): string[] {
  const code = expression.replaceAll(QUOTED, '``')
  const calls = [...code.matchAll(/\b(sum|avg|abs|ceil|floor|to_string|to_number)\s*\(/g)].map(([, name]) => `${name}()`)
  return [...new Set(calls)]
}

/** Raw texts, names, and values of JSON in an expression. */
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`((?:[^`\\]|\\.)*)`/gs

/** The values of JSON that stand in an expression, by how they are written. */
function findLiterals(expression: string): Map<string, JsonNode> {
  const literals = new Map<string, JsonNode>()
  for (const [, written] of expression.matchAll(QUOTED)) {
    const text = written?.replaceAll('\\`', '`').trim() ?? ''
    // Anything else in these signs is a text for the library, as older versions of the language had it.
    if (/^[-\d[{]/.test(text) && isJson(text)) literals.set(written!, parseJsonTree(text))
  }
  return literals
}

function putLiterals(expression: string, { literals, numbers }: { literals: Map<string, JsonNode>; numbers: StandIns }): string {
  return expression.replaceAll(QUOTED, (whole, written?: string) => {
    const literal = written === undefined ? undefined : literals.get(written)
    return literal ? `\`${writeJson(numbers.put(literal), { indent: '' }).replaceAll('`', '\\`')}\`` : whole
  })
}

/** A result as JSON. What every object of JavaScript inherits is no value of the document. */
function writeValue(value: unknown, numbers: StandIns): string {
  if (typeof value === 'number') return numbers.toDigits(value)
  if (Array.isArray(value) && value !== Array.prototype) return `[${value.map((item) => writeValue(item, numbers)).join(',')}]`
  if (typeof value !== 'object' || value === null)
    return (typeof value === 'function' ? undefined : JSON.stringify(value)) ?? 'null'
  if (value === Object.prototype || value === Array.prototype) return 'null'
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${writeValue(inner, numbers)}`)
  return `{${entries.join(',')}}`
}

/** What the types of the library leave out. */
type Compiler = { compile(expression: string): unknown }

/** `search` would compile too, but then a wrong expression and a wrong value could not be told apart. */
function compile({ compile: parse }: Compiler, expression: string): void {
  try {
    parse(expression)
  } catch (cause) {
    const reason = toJmespathReason(toReason(cause))
    throw syntaxError({ format: 'JMESPath', text: expression, offset: findPlace(expression, cause), reason })
  }
}

function toReason(cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause)
  // A part that the parser left out is noticed only where it is used.
  if (said.startsWith('Cannot read properties of undefined')) return 'a part of the expression is missing'
  if (said === 'TypeError') return 'the values to sort by must all be numbers or all be texts'
  if (said.endsWith('undefined(undefined)')) return 'a slice takes whole numbers'
  return said
    .replace(/^(?:\w+Error|Error):?\s*/i, '')
    .replace(/^Sy(?:ntax|tanx) error, u/, 'U')
    .replace(/^Invalid token.*: "" *$/, 'unexpected end')
}

/** The parser names the word that it cannot take; without one the end is meant. */
function findPlace(expression: string, cause: unknown): number {
  const [, ...words] = /(?:"([^"]+)"\s*|value: (\S+)|character:(.))$/.exec(toReason(cause)) ?? []
  const word = words.find((each) => each !== undefined)
  const at = word === undefined ? -1 : expression.lastIndexOf(word)
  return at < 0 ? expression.length : at
}
