import { AppError } from '@octet/core/errors.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { AssertionError, OutOfMemoryError, runProgram } from './program.ts'
import { ASSERTION, TIME_RANGE, toJqReason } from './reasons.ts'
import { TimeRangeError } from './time-calls.ts'
import type { Variable } from './variables.ts'

export type JqOptions = {
  /** All values together as one array (`-s`). */
  readonly isSlurped?: boolean
  /** Texts without quotes (`-r`). */
  readonly isRaw?: boolean
  /** Begins once with null; the values are there for `input` and `inputs` (`-n`). */
  readonly isNull?: boolean
  /** What the program finds as `$name`. */
  readonly variables?: readonly Variable[]
}

/**
 * Runs a jq program on JSON values, one after the other; numbers keep their digits unless the program calculates with them.
 * The result has a line per value. Throws `syntax_error` with the line of the program, `unsupported_value` with what jq said.
 */
export async function runJq(
  text: string,
  program: string,
  { isSlurped = false, isRaw = false, isNull = false, variables = [] }: JqOptions = {},
): Promise<string> {
  const flags = [...(isSlurped ? ['-s'] : []), ...(isRaw ? ['-r'] : []), ...(isNull ? ['-n'] : [])]
  const given = variables.flatMap(({ name, value, isJson }) => [isJson ? '--argjson' : '--arg', name, value])
  const words = ['-c', ...flags, ...given, '--', program]
  const { status, out, err } = await start(words, { text, program })
  // The status is that of the last value alone. `debug` and `stderr` write there too, and what they write need not end with a line.
  if (status === 0 && !/jq: error \(at <\w+>/.test(err)) return out
  throw toError(program, err.trim() || `status ${status}`)
}

async function start(words: readonly string[], { text, program }: { text: string; program: string }) {
  try {
    return await runProgram(words, text)
  } catch (cause) {
    const refused = cause instanceof TimeRangeError ? TIME_RANGE : cause instanceof AssertionError ? ASSERTION : undefined
    if (refused) throw new AppError('unsupported_value', { got: program.slice(0, 60), reason: refused }, { cause })
    if (!(cause instanceof OutOfMemoryError || cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError))
      throw cause
    const field = { en: 'What jq makes of it', zh: 'jq 产生的数据' }
    throw new AppError('too_large', { field, limit: '512 MiB', got: { en: 'more', zh: '更多' } }, { cause })
  }
}

/** A mistake in the program is told with its place. */
function toError(program: string, said: string): AppError {
  const [, told = '', line, column] = /^jq: error: ([^]*?) at <top-level>, line (\d+), column (\d+):/.exec(said) ?? []
  if (line === undefined) {
    const [, message = said] = /jq: error(?: \(at [^)]*\))?(?: \(not a string\))?: ([^]*)/.exec(said) ?? []
    const reason = message.split('\n', 1)[0] ?? message
    return new AppError('unsupported_value', { got: program.slice(0, 60), reason: toJqReason(reason) })
  }
  const isEnd = told.includes('unexpected end of file')
  const offset = isEnd ? program.length : findPlace(program, { line: Number(line), column: Number(column) })
  return syntaxError({ format: 'jq', text: program, offset, reason: toJqReason(told) })
}

/** Columns of jq count bytes of UTF-8 from 1. */
function findPlace(program: string, { line, column }: { line: number; column: number }): number {
  const start = toOffset(program, line, 1)
  const before = new TextEncoder().encode(program.slice(start)).subarray(0, column - 1)
  return start + new TextDecoder().decode(before).length
}
