import type { Lang, Text } from '@octet/core/text.ts'
import { UsageError } from './command.ts'

/** What `parseArgs` of Node says, and how we say it; `{it}` is the word in question. */
const WORDS: readonly (readonly [RegExp, Text])[] = [
  [/^Unknown option '(-[^']*)'/, { en: 'no option {it}', zh: '没有选项 {it}' }],
  [/^Option '(?:-\w, )?(--?[\w-]+)[^']*' argument (?:missing|is ambiguous)/, { en: '{it} needs a value', zh: '{it} 需要一个值' }],
  [/^Option '(?:-\w, )?(--?[\w-]+)[^']*' does not take an argument/, { en: '{it} takes no value', zh: '{it} 不带值' }],
  [/^Unexpected argument '([^']*)'/, { en: 'did not expect “{it}”', zh: '多余的参数“{it}”' }],
]

/** The words for a call that cannot be understood; undefined for any other error. */
export function findUsageFault(error: unknown, lang: Lang): string | undefined {
  const { code, message } = error as { code?: unknown; message: string }
  if (!(error instanceof UsageError) && !String(code).startsWith('ERR_PARSE_ARGS_')) return undefined
  for (const [pattern, words] of WORDS) {
    const [, it] = pattern.exec(message) ?? []
    if (it !== undefined) return words[lang].replace('{it}', it)
  }
  return error instanceof UsageError ? error.words[lang] : message
}
