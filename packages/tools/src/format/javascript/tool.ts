import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import { indentField, INDENTS, sizeFields } from '../indent.ts'

const FORMAT = { action: ['format'] } as const
const SCRIPT_FORMAT = { action: ['format'], language: ['auto', 'javascript', 'typescript'] } as const
const MINIFY = { action: ['minify'], language: ['auto', 'javascript'] } as const
/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 2

export default defineTool({
  id: 'javascript',
  route: '/format/javascript',
  group: 'format',
  rank: 35,
  icon: 'FileTypeJs',
  title: { en: 'JavaScript formatter', zh: 'JavaScript 格式化' },
  summary: {
    en: 'Format JavaScript, TypeScript, JSX and GraphQL as Prettier does; minify JavaScript',
    zh: '按 Prettier 规则格式化 JavaScript、TypeScript、JSX 与 GraphQL；压缩 JavaScript',
  },
  about: {
    en: 'Layout is that of Prettier: code is parsed and written anew, so broken code is refused with line and column instead of being bent into shape. JSX is understood; “Automatic” tries JavaScript first, then TypeScript, then a single expression such as {"a": 1}.\n\nMinifying takes plain JavaScript, not JSX or TypeScript, which must be compiled before, and is done by Terser: white space and comments go (licences in /*! … */ or with @license stay), expressions are shortened, local names get one letter. Names of the top level stay and nothing there is left out as unused, since other scripts may use it. Nothing is made unreadable on purpose, and nothing is run.',
    zh: '排版规则与 Prettier 一致：先解析再重写，代码有错时指出行列，而不是勉强排版。支持 JSX；选“自动”时依次按 JavaScript、TypeScript、单个表达式（如 {"a": 1}）解析。\n\n压缩只接受普通 JavaScript（JSX 与 TypeScript 须先编译），由 Terser 完成：去掉空白与注释（保留 /*! … */ 与 @license 许可声明），简化表达式，局部变量改为单字母；顶层代码可能被其他脚本引用，因此名称保持不变，也不会因“未使用”而删除。不做混淆，也不会运行代码。',
  },
  keywords: [
    'js',
    'ts',
    'jsx',
    'tsx',
    'typescript',
    'graphql',
    'gql',
    'prettier',
    'terser',
    'uglify',
    'ecmascript',
    'node',
    'react',
    'beautify',
    'pretty print',
    'minify',
    'compress',
    '脚本',
    '美化',
    '压缩',
    '格式化',
    'js压缩',
    'js格式化',
    '前端',
  ],
  timeoutMs: 8000,
  input: z.object({
    text: z.string().meta({
      label: { en: 'Code', zh: '代码' },
      widget: 'code',
      language: 'js',
      main: true,
      placeholder: { en: 'const a={b:1};if(a.b)go()', zh: 'const a={b:1};if(a.b)go()' },
    }),
    action: z
      .enum(['format', 'minify'])
      .default('format')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { format: { en: 'Format', zh: '格式化' }, minify: { en: 'Minify', zh: '压缩' } },
        when: { language: ['auto', 'javascript'] },
      }),
    language: z
      .enum(['auto', 'javascript', 'typescript', 'graphql'])
      .default('auto')
      .meta({
        label: { en: 'Language', zh: '语言' },
        options: {
          auto: { en: 'Automatic', zh: '自动' },
          javascript: { en: 'JavaScript', zh: 'JavaScript' },
          typescript: { en: 'TypeScript', zh: 'TypeScript' },
          graphql: { en: 'GraphQL', zh: 'GraphQL' },
        },
        widget: 'select',
      }),
    indent: indentField.meta({ when: FORMAT }),
    width: z
      .int()
      .min(20)
      .max(400)
      .default(80)
      .meta({ label: { en: 'Line width, columns', zh: '行宽（列）' }, when: FORMAT }),
    quotes: z
      .enum(['double', 'single'])
      .default('double')
      .meta({
        label: { en: 'Quotes', zh: '引号' },
        options: { double: { en: 'Double "', zh: '双引号 "' }, single: { en: "Single '", zh: "单引号 '" } },
        when: SCRIPT_FORMAT,
      }),
    hasSemicolons: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Semicolons', zh: '行末分号' }, when: SCRIPT_FORMAT }),
    hasTrailingCommas: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Trailing commas', zh: '尾随逗号' }, when: SCRIPT_FORMAT }),
    shortensNames: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Shorten local names', zh: '缩短局部变量名' }, when: MINIFY }),
    dropsConsole: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Remove calls of console', zh: '删除 console 调用' }, when: MINIFY }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Result', zh: '结果' },
      widget: 'code',
      language: 'js',
      endings: { ts: { language: ['typescript'] }, graphql: { language: ['graphql'] } },
      main: true,
    }),
    ...sizeFields,
  }),
  errors: ['syntax_error'],
  accepts: { javascript: {}, graphql: { language: 'graphql' } },
  examples: [
    {
      name: { en: 'Format', zh: '格式化' },
      input: { text: "import {a} from './a.js'\nexport const b=async(x)=>{if(x?.y??a)return await x.y();return {x,[a]:1}}" },
      output: {
        text: 'import { a } from "./a.js";\nexport const b = async (x) => {\n  if (x?.y ?? a) return await x.y();\n  return { x, [a]: 1 };\n};\n',
        sizeIn: 98,
        sizeOut: 124,
      },
    },
    {
      name: { en: 'TypeScript, single quotes, no semicolons', zh: 'TypeScript，单引号，无分号' },
      input: {
        text: 'interface User<T extends string>{readonly name:T;age?:number}\nabstract class Store{private users!:Map<string,User<"a"|"b">>}',
        language: 'typescript',
        quotes: 'single',
        hasSemicolons: false,
      },
      output: {
        text: "interface User<T extends string> {\n  readonly name: T\n  age?: number\n}\nabstract class Store {\n  private users!: Map<string, User<'a' | 'b'>>\n}\n",
        sizeIn: 124,
        sizeOut: 143,
      },
    },
    {
      name: { en: 'JSX', zh: 'JSX' },
      input: { text: 'const List=({items})=><ul className="list">{items.map(i=><li key={i.id}>{i.name}</li>)}</ul>' },
      output: {
        text: 'const List = ({ items }) => (\n  <ul className="list">\n    {items.map((i) => (\n      <li key={i.id}>{i.name}</li>\n    ))}\n  </ul>\n);\n',
        sizeIn: 92,
        sizeOut: 132,
      },
    },
    {
      name: { en: 'Minify', zh: '压缩' },
      input: {
        text: '/*! (c) Example */\n// adds\nfunction add(first, second) {\n  const sum = first + second;\n  console.log(sum);\n  return sum;\n}\n',
        action: 'minify',
        dropsConsole: true,
      },
      output: { text: '/*! (c) Example */\nfunction add(n,d){return n+d}', sizeIn: 123, sizeOut: 48 },
    },
    {
      name: { en: 'GraphQL', zh: 'GraphQL' },
      input: { text: 'query Q($id:ID!){user(id:$id){...F name friends(first:10){edges{node{name}}}}}', language: 'graphql' },
      output: {
        text: 'query Q($id: ID!) {\n  user(id: $id) {\n    ...F\n    name\n    friends(first: 10) {\n      edges {\n        node {\n          name\n        }\n      }\n    }\n  }\n}\n',
        sizeIn: 78,
        sizeOut: 155,
      },
    },
  ],
  async run({ text, action, language, indent, ...input }) {
    refuseLong(text, MAX_MEBI)
    const isMinified = action === 'minify' && (language === 'auto' || language === 'javascript')
    const result = isMinified
      ? await (await import('../../lib/javascript/minify.ts')).minifyScript(text, input)
      : await (await import('../../lib/javascript/format.ts')).formatCode(text, { ...input, language, indent: INDENTS[indent] })
    return { text: result, sizeIn: text.length, sizeOut: result.length }
  },
})
