import * as z from 'zod'

/** One level of indentation by the name of its choice. */
export const INDENTS = { '2': '  ', '4': '    ', '8': '        ', tab: '\t' } as const

/** The field that chooses an indentation. */
export const indentField = z
  .enum(['2', '4', '8', 'tab'])
  .default('2')
  .meta({
    label: { en: 'Indent', zh: '缩进' },
    options: {
      '2': { en: '2 spaces', zh: '2 空格' },
      '4': { en: '4 spaces', zh: '4 空格' },
      '8': { en: '8 spaces', zh: '8 空格' },
      tab: { en: 'Tab', zh: '制表符' },
    },
  })

export type IndentName = keyof typeof INDENTS

/** How many characters went in and came out. */
export const sizeFields = {
  sizeIn: z.number().meta({ label: { en: 'Characters in', zh: '输入字符数' } }),
  sizeOut: z.number().meta({ label: { en: 'Characters out', zh: '输出字符数' } }),
}
