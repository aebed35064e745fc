import type { MinifyOptions, ParseOptions } from 'terser'
import { isAppError, type AppError } from '@octet/core/errors.ts'
import { syntaxError } from '../syntax-error.ts'
import { toReason } from './reasons.ts'
import { tooDeepCode } from './too-deep.ts'

export type MinifyStyle = {
  /** Gives local names one or two letters. */
  readonly shortensNames: boolean
  /** Leaves out calls of `console`. */
  readonly dropsConsole: boolean
}

type Source = 'script' | 'module'

/**
 * Minifies JavaScript with Terser: white space and comments go (licences, `/*!` and `@license`, stay), expressions are
 * shortened; what stands at the top level stays under its name, since other scripts may use it. Acorn reads the text before, since
 * Terser does not end with some that is wrong (`interface A`). Throws `syntax_error`, `too_large`.
 */
export async function minifyScript(text: string, style: MinifyStyle): Promise<string> {
  const source = await checkScript(text)
  const { minify } = await import('terser')
  try {
    return (await minify(text, toOptions(style, source))).code ?? ''
  } catch (error) {
    throw toKnown(error, text)
  }
}

/** Whether a text is a script or, by its imports or an `await` on its own, a module; the error of the one that came further. */
async function checkScript(text: string): Promise<Source> {
  const { parse } = await import('acorn')
  const errors: AppError[] = []
  for (const sourceType of ['script', 'module'] as const)
    try {
      parse(text, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true, allowHashBang: true })
      return sourceType
    } catch (error) {
      const known = toKnown(error, text)
      if (!isAppError(known)) throw known
      errors.push(known)
    }
  const [script, module] = errors
  throw Number(module?.details.offset) > Number(script?.details.offset) ? module : script
}

function toOptions({ shortensNames, dropsConsole }: MinifyStyle, source: Source): MinifyOptions {
  return {
    // As `module` for the whole, a part of a module would be left out as unused.
    parse: { bare_returns: true, module: source === 'module' } as ParseOptions,
    mangle: shortensNames,
    compress: { drop_console: dropsConsole },
    format: { comments: 'some' },
  }
}

/** The error of Acorn and of Terser has its place as `pos`, from 0. */
type PlacedError = Error & { readonly pos?: number }

function toKnown(error: unknown, text: string): unknown {
  const { pos, message } = error as PlacedError
  if (error instanceof RangeError || message.startsWith('Not enough stack space')) return tooDeepCode()
  return pos === undefined ? error : syntaxError({ format: 'JavaScript', text, offset: pos, reason: toReason(message) })
}
