import { AppError, isAppError } from '@octet/core/errors.ts'
import type { BuiltInParserName, Options, Plugin } from 'prettier'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { toReason } from './reasons.ts'
import { tooDeepCode } from './too-deep.ts'

export type CodeLanguage = 'auto' | 'javascript' | 'typescript' | 'graphql'

export type CodeStyle = {
  readonly language: CodeLanguage
  /** Spaces of one level, or a tab. */
  readonly indent: string
  /** Columns that a line should not pass. */
  readonly width: number
  readonly quotes: 'double' | 'single'
  readonly hasSemicolons: boolean
  readonly hasTrailingCommas: boolean
}

/** A grammar; one of a part of programs, whose errors help nobody who meant a program. */
type Grammar = {
  readonly parser: BuiltInParserName | '__js_expression' | '__ts_expression'
  readonly name: string
  readonly isPart?: true
}

const SCRIPT = { parser: 'babel', name: 'JavaScript' } as const
const TYPED = { parser: 'babel-ts', name: 'TypeScript' } as const
/** Alone it is no program, but people paste it: `{"a": 1}`, `function () {}`. */
const EXPRESSION = { parser: '__js_expression', name: 'JavaScript', isPart: true } as const

/** Grammars of a language, in the order in which they are tried. */
const GRAMMARS: Readonly<Record<CodeLanguage, readonly Grammar[]>> = {
  auto: [SCRIPT, TYPED, EXPRESSION],
  javascript: [SCRIPT, EXPRESSION],
  typescript: [TYPED, { ...EXPRESSION, parser: '__ts_expression' }],
  graphql: [{ parser: 'graphql', name: 'GraphQL' }],
}

/** Layouts of one text in a row. */
const MAX_PASSES = 4
/** Longest text, in UTF-16 units, that is laid out until nothing changes; what is longer would take seconds more. */
const SETTLED_LENGTH = 256 * 1024

/**
 * Lays code out by the rules of Prettier, again where it would change its own result: objects that it has broken over lines
 * are broken on purpose to it the next time, and shorten the chain before them. Of several grammars the first that takes the text counts; where none does, the
 * error is that of the one that came furthest. Throws `syntax_error`, `too_large` for code that is nested too deeply.
 */
export async function formatCode(text: string, style: CodeStyle): Promise<string> {
  const [{ format }, plugins] = await Promise.all([import('prettier/standalone'), loadPlugins(style.language)])
  const options = { ...toOptions(style), plugins }
  let furthest: AppError | undefined
  for (const { parser, name, isPart } of GRAMMARS[style.language])
    try {
      let result = await format(text, { ...options, parser })
      for (let pass = 1; pass < MAX_PASSES && result.length <= SETTLED_LENGTH; pass++) {
        const next = await format(result, { ...options, parser })
        if (next === result) break
        result = next
      }
      return result
    } catch (error) {
      const known = toKnown(error, { text, name })
      if (!isPart && (furthest === undefined || toPlace(known) > toPlace(furthest))) furthest = known
    }
  throw furthest
}

const toPlace = ({ details }: AppError): number => Number(details.offset ?? Number.POSITIVE_INFINITY)

async function loadPlugins(language: CodeLanguage): Promise<Plugin[]> {
  const modules =
    language === 'graphql'
      ? [import('prettier/plugins/graphql')]
      : [import('prettier/plugins/babel'), import('prettier/plugins/estree')]
  return (await Promise.all(modules)).map((module): Plugin => module.default ?? module)
}

function toOptions({ indent, width, quotes, hasSemicolons, hasTrailingCommas }: CodeStyle): Options {
  const isTab = indent === '\t'
  return {
    useTabs: isTab,
    tabWidth: isTab ? 4 : indent.length,
    printWidth: width,
    singleQuote: quotes === 'single',
    semi: hasSemicolons,
    trailingComma: hasTrailingCommas ? 'all' : 'none',
    embeddedLanguageFormatting: 'off',
    endOfLine: 'lf',
  }
}

/** Babel's error has its place as `loc`, of which Prettier counts columns from 1; a GraphQL error the same. */
type PlacedError = Error & { readonly loc?: { readonly start: { readonly line: number; readonly column: number } } }

function toKnown(error: unknown, { text, name }: { text: string; name: string }): AppError {
  if (isAppError(error)) return error
  if (error instanceof RangeError) return tooDeepCode()
  const { loc, message } = error as PlacedError
  if (!loc) throw error
  const reason = toReason(message)
  return syntaxError({ format: name, text, offset: toOffset(text, loc.start.line, loc.start.column), reason })
}
