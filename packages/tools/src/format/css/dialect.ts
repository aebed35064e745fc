import { AppError } from '@octet/core/errors.ts'
import { checkBrackets } from '../../lib/css/brackets.ts'

/** Formats LESS or SCSS. Throws `syntax_error`; `unsupported_value` if anything but white space would change. */
export async function formatDialect(
  text: string,
  { language, indent }: { language: 'less' | 'scss'; indent: string },
): Promise<string> {
  const format = language.toUpperCase()
  checkBrackets(text, format)
  const { default: beautify } = await import('js-beautify')
  const isTab = indent === '\t'
  const result = beautify.css(text, {
    indent_size: isTab ? 1 : indent.length,
    indent_char: isTab ? '\t' : ' ',
    end_with_newline: true,
    newline_between_rules: true,
    selector_separator_newline: true,
    space_around_combinator: true,
  })
  const toBare = (each: string) => each.replaceAll(/\s+/g, '')
  if (toBare(result) !== toBare(text))
    throw new AppError('unsupported_value', {
      got: format,
      reason: { en: 'formatting would change more than white space', zh: '格式化会改动空白以外的内容' },
    })
  return result
}
