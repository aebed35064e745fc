import { AppError } from '@octet/core/errors.ts'
import { syntaxError } from '../syntax-error.ts'

/**
 * Runs a JMESPath expression (jmespath.org) on a JSON text; the result is JSON text. Numbers are read as doubles.
 * Throws `syntax_error` with the place in the expression, `unsupported_value` for what a function cannot take.
 */
export async function queryJmespath(text: string, expression: string): Promise<string> {
  const { default: jmespath } = await import('jmespath')
  compile(jmespath as typeof jmespath & Compiler, expression)
  try {
    return JSON.stringify(jmespath.search(JSON.parse(text), expression), dropForeign) ?? 'null'
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    const reason = toReason(cause)
    throw new AppError('unsupported_value', { got: expression.slice(0, 60), reason: { en: reason, zh: reason } }, { cause })
  }
}

/** What the types of the library leave out. */
type Compiler = { compile(expression: string): unknown }

/** `search` would compile too, but then a wrong expression and a wrong value could not be told apart. */
function compile({ compile: parse }: Compiler, expression: string): void {
  try {
    parse(expression)
  } catch (cause) {
    const reason = toReason(cause)
    throw syntaxError({
      format: 'JMESPath',
      text: expression,
      offset: findPlace(expression, cause),
      reason: { en: reason, zh: reason },
    })
  }
}

/** What every object of JavaScript inherits is no value of the document. */
function dropForeign(_: string, value: unknown): unknown {
  return typeof value === 'function' || value === Object.prototype || value === Array.prototype ? null : value
}

function toReason(cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause)
  return said
    .replace(/^(?:ParserError|LexerError|TypeError|Error|Syntax error):?\s*/i, '')
    .replace(/^Invalid token.*: "" *$/, 'unexpected end')
}

/** The parser names the word that it cannot take; without one the end is meant. */
function findPlace(expression: string, cause: unknown): number {
  const [, ...words] = /(?:"([^"]+)"\s*|value: (\S+)|character:(.))$/.exec(toReason(cause)) ?? []
  const word = words.find((each) => each !== undefined)
  const at = word === undefined ? -1 : expression.lastIndexOf(word)
  return at < 0 ? expression.length : at
}
