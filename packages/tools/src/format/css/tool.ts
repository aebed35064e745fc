import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { indentField, INDENTS, sizeFields } from '../indent.ts'

/** Longest text in UTF-16 units. */
const MAX_LENGTH = 10 * 2 ** 20

export default defineTool({
  id: 'css',
  route: '/format/css',
  group: 'format',
  rank: 30,
  icon: 'FileTypeCss',
  title: { en: 'CSS', zh: 'CSS 格式化' },
  summary: {
    en: 'Format, check and minify CSS without losing a rule; format LESS and SCSS',
    zh: '格式化、校验、压缩 CSS，不丢任何规则；支持 LESS、SCSS',
  },
  about: {
    en: 'Every rule, declaration and at-rule comes out in its order with its value unchanged: nesting, @layer, @container, range queries, @property and old browsers’ hacks included. Minifying takes white space and comments only (/*! … */ stay); values are not rewritten and rules not merged. LESS and SCSS are formatted, not compiled.',
    zh: '每条规则、声明与 @ 规则都按原顺序、原值输出，包括嵌套、@layer、@container、范围媒体查询、@property 与旧浏览器 hack。压缩只去掉空白与注释（保留 /*! … */），不改写值、不合并规则。LESS 与 SCSS 只做格式化，不编译。',
  },
  keywords: [
    'stylesheet',
    'less',
    'scss',
    'sass',
    'beautify',
    'pretty print',
    'minify',
    'compress',
    '样式',
    '美化',
    '压缩',
    '格式化',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'CSS', zh: 'CSS 代码' },
      widget: 'code',
      language: 'css',
      main: true,
      placeholder: { en: 'a{color:red}', zh: 'a{color:red}' },
    }),
    language: z
      .enum(['css', 'less', 'scss'])
      .default('css')
      .meta({
        label: { en: 'Language', zh: '语言' },
        options: { css: { en: 'CSS', zh: 'CSS' }, less: { en: 'LESS', zh: 'LESS' }, scss: { en: 'SCSS', zh: 'SCSS' } },
      }),
    action: z
      .enum(['format', 'minify'])
      .default('format')
      .meta({
        label: { en: 'Do', zh: '操作' },
        options: { format: { en: 'Format', zh: '格式化' }, minify: { en: 'Minify', zh: '压缩' } },
        when: { language: ['css'] },
      }),
    indent: indentField.meta({ when: { action: ['format'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', language: 'css', main: true }),
    ...sizeFields,
  }),
  accepts: { css: { text: '' } },
  examples: [
    {
      name: { en: 'format', zh: '格式化' },
      input: { text: '@media (width>=600px){.a>.b,.c{color:red;margin:0 auto}}' },
      output: {
        text: '@media (width>=600px) {\n  .a > .b,\n  .c {\n    color: red;\n    margin: 0 auto;\n  }\n}\n',
        sizeIn: 56,
        sizeOut: 84,
      },
    },
    {
      name: { en: 'minify, nesting kept', zh: '压缩，嵌套保留' },
      input: { text: '.card {\n  color: red; /* brand */\n  &:hover { color : blue }\n}\n', action: 'minify' },
      output: { text: '.card{color:red;&:hover{color:blue}}', sizeIn: 63, sizeOut: 36 },
    },
    {
      name: { en: 'SCSS', zh: 'SCSS' },
      input: { text: '$c:red;.a{&:hover{color:$c}@include x(1px)}', language: 'scss' },
      output: { text: '$c: red;\n\n.a {\n  &:hover {\n    color: $c\n  }\n\n  @include x(1px)\n}\n', sizeIn: 43, sizeOut: 66 },
    },
  ],
  async run({ text, language, action, indent }) {
    if (text.length > MAX_LENGTH)
      throw new AppError('too_large', { field: 'text', limit: '10 MiB', got: `${(text.length / 2 ** 20).toFixed(1)} MiB` })
    const done = (result: string) => ({ text: result, sizeIn: text.length, sizeOut: result.length })
    if (language !== 'css') {
      const { formatDialect } = await import('./dialect.ts')
      return done(await formatDialect(text, { language, indent: INDENTS[indent] }))
    }
    const { parseCss, writeCss } = await import('../../lib/css/format.ts')
    return done(writeCss(await parseCss(text), { indent: action === 'minify' ? '' : INDENTS[indent] }))
  },
})
