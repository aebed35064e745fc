import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Shell } from '../shell/shells.ts'
import { straighten } from '../shell/straighten.ts'
import { splitWords } from '../shell/words.ts'

/** The words behind the name of a program, and what its shell leaves to say. Throws `syntax_error`. */
export function splitCommandOf(
  text: string,
  shell: Shell,
  format: string,
): { readonly program: string; readonly words: readonly string[]; readonly notes: readonly Text[] } {
  const straight = straighten(text.trim().replace(/^[$>%#]\s+/, ''))
  const { words, notes } = splitWords(straight.text, shell, { format })
  const [program = '', ...rest] = words
  if (rest.length === 0)
    throw new AppError('unsupported_value', { got: format, reason: { en: 'the command has no URL', zh: '命令中没有 URL' } })
  return { program: program.toLowerCase().replace(/\.exe$/, ''), words: rest, notes: [...straight.notes, ...notes] }
}
