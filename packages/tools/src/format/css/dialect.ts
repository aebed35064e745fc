import { AppError } from '@octet/core/errors.ts'
import { checkBrackets } from '../../lib/css/brackets.ts'

/** Formats LESS or SCSS. Throws `syntax_error`, `too_large`; `unsupported_value` if anything but white space would change. */
export async function formatDialect(
  text: string,
  { language, indent }: { language: 'less' | 'scss'; indent: string },
): Promise<string> {
  const format = language.toUpperCase()
  checkBrackets(text, format)
  if (text.trim() === '') return ''
  const { layOutStyles } = await import('../../lib/css/lay-out.ts')
  const result = layOutStyles(text, { indent })
  const toBare = (each: string) => each.replaceAll(/\s+/g, '')
  if (toBare(result) !== toBare(text))
    throw new AppError('unsupported_value', {
      got: format,
      reason: { en: 'formatting would change more than white space', zh: '格式化会改动空白以外的内容' },
    })
  return result
}
