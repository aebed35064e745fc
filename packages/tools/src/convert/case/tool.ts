import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

export default defineTool({
  id: 'case',
  route: '/convert/daxiaoxie',
  group: 'convert',
  icon: 'LetterCase',
  title: { en: 'Change case', zh: '大小写转换' },
  summary: { en: 'Change the case of a text', zh: '转换英文大小写' },
  keywords: ['upper', 'lower', '大写', '小写'],
  input: z.object({
    text: z.string().meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    to: z
      .enum(['upper', 'lower'])
      .default('upper')
      .meta({
        label: { en: 'To', zh: '转为' },
        options: { upper: { en: 'UPPER', zh: '大写' }, lower: { en: 'lower', zh: '小写' } },
      }),
  }),
  output: z.object({ text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }) }),
  examples: [
    { name: { en: 'sharp s', zh: '德语 ß' }, input: { text: 'Straße' }, output: { text: 'STRASSE' } },
    { name: { en: 'lower', zh: '小写' }, input: { text: 'ÀB', to: 'lower' }, output: { text: 'àb' } },
  ],
  run: ({ text, to }) => ({ text: to === 'upper' ? text.toUpperCase() : text.toLowerCase() }),
})
