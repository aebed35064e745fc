import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import { indentField, INDENTS, sizeFields } from '../indent.ts'

const PREFIX = { language: ['css'], action: ['prefix'] } as const
/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 10

export default defineTool({
  id: 'css',
  route: '/format/css',
  group: 'format',
  rank: 30,
  icon: 'FileTypeCss',
  title: { en: 'CSS formatter', zh: 'CSS 格式化' },
  summary: {
    en: 'Format, check and minify CSS without losing a rule; format LESS and SCSS',
    zh: '格式化、校验、压缩 CSS，不丢任何规则；支持 LESS、SCSS',
  },
  about: {
    en: 'Every rule, declaration and at-rule comes out with its value unchanged, in its order unless you sort the properties: nesting, @layer, @container, range queries, @property and old browsers’ hacks included.\n\nMinifying removes white space and comments only (/*! … */ stay); values are not rewritten and rules not merged. Prefixes come from Autoprefixer and the data of Can I Use; specificity follows Selectors 4, nested rules included. LESS and SCSS are formatted, not compiled.',
    zh: '每条规则、声明与 @ 规则都原值输出，除非选择属性排序，否则顺序不变，包括嵌套、@layer、@container、范围媒体查询、@property 与旧浏览器 hack。\n\n压缩只去掉空白与注释（保留 /*! … */），不改写值、不合并规则。前缀数据来自 Can I Use（Autoprefixer）；优先级按 Selectors 4 计算，含嵌套规则。LESS 与 SCSS 只做格式化，不编译。',
  },
  keywords: [
    'stylesheet',
    'less',
    'scss',
    'sass',
    'autoprefixer',
    'specificity',
    'palette',
    '前缀',
    '优先级',
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
      .enum(['format', 'minify', 'prefix', 'specificity', 'colours'])
      .default('format')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          format: { en: 'Format', zh: '格式化' },
          minify: { en: 'Minify', zh: '压缩' },
          prefix: { en: 'Add vendor prefixes', zh: '补全浏览器前缀' },
          specificity: { en: 'Specificity of the selectors', zh: '选择器优先级' },
          colours: { en: 'List the colours', zh: '列出颜色' },
        },
        widget: 'select',
        when: { language: ['css'] },
      }),
    browsers: z
      .string()
      .min(1)
      .max(500)
      .default('defaults')
      .meta({
        label: { en: 'Browsers', zh: '目标浏览器' },
        help: {
          en: 'A Browserslist query: defaults · > 0.5%, last 2 versions, not dead · ie 11, safari >= 12',
          zh: 'Browserslist 查询：defaults · > 0.5%, last 2 versions, not dead · ie 11, safari >= 12',
        },
        when: PREFIX,
      }),
    dropsOld: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Remove prefixes that are not needed', zh: '删除不再需要的前缀' }, when: PREFIX }),
    indent: indentField.meta({ when: { action: ['format', 'prefix'] } }),
    sortsProperties: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Sort the properties', zh: '属性按名称排序' },
        help: {
          en: 'By name; properties that may override each other keep their order.',
          zh: '按字母顺序；可能互相覆盖的属性保持原有先后。',
        },
        when: { language: ['css'], action: ['format'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Result', zh: '结果' },
      widget: 'code',
      language: 'css',
      endings: { less: { language: ['less'], action: ['format'] }, scss: { language: ['scss'], action: ['format'] } },
      main: true,
    }),
    selectors: z
      .array(
        z.object({
          specificity: z.string().meta({ label: { en: 'Specificity', zh: '优先级' } }),
          selector: z.string().meta({ label: { en: 'Selector', zh: '选择器' } }),
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Selectors', zh: '选择器' }, widget: 'table' }),
    colours: z
      .array(
        z.object({
          colour: z.string().meta({ label: { en: 'Colour', zh: '颜色' } }),
          spellings: z.string().meta({ label: { en: 'Written as', zh: '写法' } }),
          count: z.number().meta({ label: { en: 'Uses', zh: '次数' } }),
          lines: z.string().meta({ label: { en: 'Lines', zh: '行' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Colours', zh: '颜色' }, widget: 'table' }),
    notes: z
      .array(
        z.object({
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
          note: z.string().meta({ label: { en: 'Note', zh: '提示' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Please check', zh: '请留意' }, widget: 'table' }),
    ...sizeFields,
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { css: { text: '' } },
  examples: [
    {
      name: { en: 'Format', zh: '格式化' },
      input: { text: '@media (width>=600px){.a>.b,.c{color:red;margin:0 auto}}' },
      output: {
        text: '@media (width >= 600px) {\n  .a > .b,\n  .c {\n    color: red;\n    margin: 0 auto;\n  }\n}\n',
        sizeIn: 56,
        sizeOut: 86,
      },
    },
    {
      name: { en: 'Properties by name, margin before margin-left', zh: '属性排序，margin 仍在 margin-left 之前' },
      input: { text: '.a{top:0;margin:0;margin-left:1px;color:red}', sortsProperties: true },
      output: {
        text: '.a {\n  color: red;\n  margin: 0;\n  margin-left: 1px;\n  top: 0;\n}\n',
        sizeIn: 44,
        sizeOut: 64,
      },
    },
    {
      name: { en: 'Minify, nesting kept', zh: '压缩，嵌套保留' },
      input: { text: '.card {\n  color: red; /* brand */\n  &:hover { color : blue }\n}\n', action: 'minify' },
      output: { text: '.card{color:red;&:hover{color:blue}}', sizeIn: 63, sizeOut: 36 },
    },
    {
      name: { en: 'Prefixes for some browsers', zh: '为指定浏览器补全前缀' },
      input: { text: '.a{user-select:none;color:red}', action: 'prefix', browsers: 'safari 16, chrome 120' },
      output: {
        text: '.a {\n  -webkit-user-select: none;\n  user-select: none;\n  color: red;\n}\n',
        sizeIn: 30,
        sizeOut: 71,
      },
    },
    {
      name: { en: 'Specificity', zh: '选择器优先级' },
      input: { text: '#nav li.on > a:hover,\n:where(.x) b { color: red; &::before { top: 0 } }', action: 'specificity' },
      output: {
        text: '1,2,2  #nav li.on > a:hover\n0,0,1  :where(.x) b\n1,2,3  &::before',
        selectors: [
          { specificity: '1,2,2', selector: '#nav li.on > a:hover', line: 1 },
          { specificity: '0,0,1', selector: ':where(.x) b', line: 1 },
          { specificity: '1,2,3', selector: '&::before', line: 2 },
        ],
        sizeIn: 71,
        sizeOut: 64,
      },
    },
    {
      name: { en: 'Selectors alone', zh: '只有选择器' },
      input: { text: '#nav > a:hover, li::before', action: 'specificity' },
      output: {
        text: '1,1,1  #nav > a:hover\n0,0,2  li::before',
        selectors: [
          { specificity: '1,1,1', selector: '#nav > a:hover', line: 1 },
          { specificity: '0,0,2', selector: 'li::before', line: 1 },
        ],
        sizeIn: 26,
        sizeOut: 39,
      },
    },
    {
      name: { en: 'Colours in use', zh: '列出所用颜色' },
      input: { text: 'a { color: #F00 }\nb { color: red; background: rgb(0 0 0 / 50%) }', action: 'colours' },
      output: {
        text: '#ff0000\n#00000080',
        colours: [
          { colour: '#ff0000', spellings: '#F00 · red', count: 2, lines: '1, 2' },
          { colour: '#00000080', spellings: 'rgb(0 0 0 / 50%)', count: 1, lines: '2' },
        ],
        sizeIn: 64,
        sizeOut: 17,
      },
    },
    {
      name: { en: 'SCSS', zh: 'SCSS' },
      input: { text: '$c:red;.a{&:hover{color:$c}@include x(1px)}', language: 'scss' },
      output: { text: '$c: red;\n\n.a {\n  &:hover {\n    color: $c\n  }\n\n  @include x(1px)\n}\n', sizeIn: 43, sizeOut: 66 },
    },
  ],
  async run({ text, language, indent, ...input }) {
    refuseLong(text, MAX_MEBI)
    const result =
      language === 'css'
        ? await (await import('./run.ts')).runCss(text, { ...input, indent: INDENTS[indent] })
        : { text: await (await import('./dialect.ts')).formatDialect(text, { language, indent: INDENTS[indent] }) }
    return { ...result, sizeIn: text.length, sizeOut: result.text.length }
  },
})
