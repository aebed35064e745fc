import * as z from 'zod'
import { DRAFTS } from '../../lib/json-schema/draft-names.ts'
import { moreField } from '../../lib/more.ts'
import { indentField } from '../indent.ts'

const action = (...values: readonly string[]) => ({ action: values })
const to = (...values: readonly string[]) => ({ action: ['convert'], to: values })
const types = (...values: readonly string[]) => ({ action: ['types'], typesIn: values })

const ACTIONS = [
  'format',
  'minify',
  'repair',
  'path',
  'jq',
  'jmespath',
  'validate',
  'stats',
  'schema',
  'types',
  'convert',
  'escape',
  'unescape',
] as const
const TARGETS = ['yaml', 'toml', 'csv', 'xml', 'sql', 'toon'] as const

/** Of what is no JSON. */
const ENDINGS = {
  ...Object.fromEntries(TARGETS.map((name) => [name, to(name)])),
  ts: types('typescript', 'zod'),
  go: types('go'),
  java: types('java'),
  kt: types('kotlin'),
  cs: types('csharp'),
  swift: types('swift'),
  py: types('python'),
  rs: types('rust'),
  txt: action('escape', 'unescape'),
}

export const jsonInput = z.object({
  text: z.string().meta({
    label: { en: 'JSON', zh: 'JSON 文本' },
    widget: 'code',
    language: 'json',
    main: true,
    emptyWhen: { action: ['jq'], nullInput: [true] },
    placeholder: { en: '{"paste": "or open a file"}', zh: '{"粘贴": "或打开文件"}' },
  }),
  action: z
    .enum(ACTIONS)
    .default('format')
    .meta({
      label: { en: 'Action', zh: '操作' },
      options: {
        format: { en: 'Format', zh: '格式化' },
        minify: { en: 'Minify', zh: '压缩' },
        repair: { en: 'Repair', zh: '修复' },
        path: { en: 'Query (JSONPath)', zh: '查询（JSONPath）' },
        jq: { en: 'Query (jq)', zh: '查询（jq）' },
        jmespath: { en: 'Query (JMESPath)', zh: '查询（JMESPath）' },
        validate: { en: 'Check against a schema', zh: '按 JSON Schema 校验' },
        stats: { en: 'Statistics', zh: '统计' },
        schema: { en: 'Infer a schema', zh: '生成 JSON Schema' },
        types: { en: 'Generate types', zh: '生成类型' },
        convert: { en: 'Convert', zh: '转换格式' },
        escape: { en: 'Text → JSON string', zh: '转义为 JSON 字符串' },
        unescape: { en: 'JSON string → text', zh: '还原 JSON 字符串' },
      },
    }),
  indent: indentField.meta({ when: action('format', 'repair', 'path', 'jq', 'jmespath') }),
  syntax: z
    .enum(['json', 'jsonc', 'json5', 'lines'])
    .default('json')
    .meta({
      label: { en: 'Syntax', zh: '语法' },
      help: {
        en: 'JSON Lines also accepts values that simply follow each other.',
        zh: 'JSON Lines 也接受直接相连的多个值。',
      },
      options: {
        json: { en: 'JSON (RFC 8259)', zh: 'JSON（RFC 8259）' },
        jsonc: { en: 'JSONC: with comments', zh: 'JSONC：带注释' },
        json5: { en: 'JSON5', zh: 'JSON5' },
        lines: { en: 'JSON Lines, several values', zh: 'JSON Lines，多个值' },
      },
      when: action('format', 'minify', 'path', 'jq', 'jmespath', 'validate', 'stats', 'schema', 'types', 'convert'),
    }),
  sortKeys: z
    .enum(['none', 'asc', 'desc'])
    .default('none')
    .meta({
      label: { en: 'Sort keys', zh: '键名排序' },
      options: {
        none: { en: 'As written', zh: '保持原序' },
        asc: { en: 'A → Z', zh: '升序 A → Z' },
        desc: { en: 'Z → A', zh: '降序 Z → A' },
      },
      when: action('format', 'minify'),
    }),
  unicode: z
    .enum(['keep', 'characters', 'ascii'])
    .default('keep')
    .meta({
      label: { en: 'Unicode escapes', zh: 'Unicode 转义' },
      options: {
        keep: { en: 'As written', zh: '保持原样' },
        characters: { en: '\\u4e2d → 中', zh: '\\u4e2d → 中' },
        ascii: { en: '中 → \\u4e2d', zh: '中 → \\u4e2d' },
      },
      when: action('format', 'minify'),
    }),
  foldWidth: z
    .int()
    .min(0)
    .max(200)
    .default(0)
    .meta({
      label: { en: 'Keep short lists on one line, up to', zh: '短数组保持一行，不超过' },
      help: { en: '0 gives every item its own line.', zh: '0 表示每个元素各占一行。' },
      unit: 'columns',
      when: action('format'),
      advanced: true,
    }),
  nested: z
    .boolean()
    .default(false)
    .meta({
      label: { en: 'Unfold JSON inside texts', zh: '展开字符串中的 JSON' },
      help: {
        en: 'A text that holds an object or a list becomes it, at every level.',
        zh: '内容为对象或数组的字符串逐层展开为对象或数组。',
      },
      when: action('format', 'minify', 'path', 'jq', 'jmespath', 'schema', 'types', 'convert'),
    }),
  plain: z
    .boolean()
    .default(false)
    .meta({
      label: { en: 'Turn JSON5 and JSONC into plain JSON', zh: '将 JSON5、JSONC 转为标准 JSON' },
      help: { en: 'Comments are removed; quotes and numbers become standard.', zh: '去除注释，引号与数字改为标准写法。' },
      when: { ...action('format', 'minify'), syntax: ['jsonc', 'json5'] },
    }),
  ascii: z
    .boolean()
    .default(false)
    .meta({ label: { en: 'Only ASCII (\\uXXXX)', zh: '仅用 ASCII（\\uXXXX）' }, when: action('escape') }),
  path: z
    .string()
    .default('$')
    .meta({
      label: { en: 'JSONPath', zh: 'JSONPath 表达式' },
      help: { en: 'RFC 9535: $.store.book[?@.price < 10].title', zh: '遵循 RFC 9535：$.store.book[?@.price < 10].title' },
      when: action('path'),
    }),
  jq: z
    .string()
    .max(10_000)
    .default('.')
    .meta({
      label: { en: 'jq program', zh: 'jq 程序' },
      help: {
        en: 'jq 1.8.1: .store.book | map(select(.price < 10)) | .[].title',
        zh: 'jq 1.8.1：.store.book | map(select(.price < 10)) | .[].title',
      },
      when: action('jq'),
    }),
  slurp: z
    .boolean()
    .default(false)
    .meta({ label: { en: 'All values as one array (-s)', zh: '多个值合为一个数组（-s）' }, when: action('jq'), advanced: true }),
  raw: z
    .boolean()
    .default(false)
    .meta({ label: { en: 'Strings without quotes (-r)', zh: '字符串不带引号（-r）' }, when: action('jq'), advanced: true }),
  compact: z
    .boolean()
    .default(false)
    .meta({ label: { en: 'A line for each value (-c)', zh: '每个值一行（-c）' }, when: action('jq'), advanced: true }),
  nullInput: z
    .boolean()
    .default(false)
    .meta({
      label: { en: 'Begin with null (-n)', zh: '以 null 开始（-n）' },
      help: {
        en: 'The program runs once; it reads the text, if there is one, by input and inputs',
        zh: '程序只运行一次，用 input 与 inputs 读取文本（文本可留空）',
      },
      when: action('jq'),
      advanced: true,
    }),
  args: z
    .string()
    .max(10_000)
    .default('')
    .meta({
      label: { en: 'Variables (--arg, --argjson)', zh: '变量（--arg、--argjson）' },
      help: {
        en: 'One in each line: city=Oslo is the text $city, limit:=10 the JSON $limit',
        zh: '每行一个：city=Oslo 为字符串 $city，limit:=10 为 JSON 值 $limit',
      },
      widget: 'text',
      when: action('jq'),
      advanced: true,
    }),
  jmespath: z
    .string()
    .max(10_000)
    .default('@')
    .meta({
      label: { en: 'JMESPath expression', zh: 'JMESPath 表达式' },
      help: { en: 'store.book[?price < `10`].title', zh: 'store.book[?price < `10`].title' },
      when: action('jmespath'),
    }),
  against: z
    .string()
    .default('')
    .meta({
      label: { en: 'JSON Schema', zh: 'JSON Schema' },
      widget: 'code',
      language: 'json',
      placeholder: { en: '{"type": "object", "required": ["id"]}', zh: '{"type": "object", "required": ["id"]}' },
      when: action('validate'),
    }),
  draft: z
    .enum(['auto', ...DRAFTS])
    .default('auto')
    .meta({
      label: { en: 'Version', zh: '规范版本' },
      help: { en: 'Auto reads $schema; without it 2020-12.', zh: '自动：依据 $schema，默认为 2020-12。' },
      options: {
        auto: { en: 'Auto', zh: '自动' },
        '2020-12': { en: '2020-12', zh: '2020-12' },
        '2019-09': { en: '2019-09', zh: '2019-09' },
        '7': { en: 'draft-07', zh: 'draft-07' },
        '4': { en: 'draft-04', zh: 'draft-04' },
      },
      widget: 'select',
      when: action('validate'),
    }),
  formats: z
    .boolean()
    .default(true)
    .meta({
      label: { en: 'Check formats too (date, email, uri …)', zh: '同时检查 format（日期、邮箱、URI 等）' },
      when: action('validate'),
    }),
  typesIn: z
    .enum(['typescript', 'zod', 'go', 'java', 'kotlin', 'csharp', 'swift', 'python', 'rust'])
    .default('typescript')
    .meta({
      label: { en: 'Language', zh: '语言' },
      options: {
        typescript: { en: 'TypeScript', zh: 'TypeScript' },
        zod: { en: 'TypeScript with Zod', zh: 'TypeScript（Zod）' },
        go: { en: 'Go', zh: 'Go' },
        java: { en: 'Java (Jackson)', zh: 'Java（Jackson）' },
        kotlin: { en: 'Kotlin (kotlinx.serialization)', zh: 'Kotlin（kotlinx.serialization）' },
        csharp: { en: 'C# (System.Text.Json)', zh: 'C#（System.Text.Json）' },
        swift: { en: 'Swift (Codable)', zh: 'Swift（Codable）' },
        python: { en: 'Python (pydantic)', zh: 'Python（pydantic）' },
        rust: { en: 'Rust (serde)', zh: 'Rust（serde）' },
      },
      when: action('types'),
    }),
  to: z
    .enum(TARGETS)
    .default('yaml')
    .meta({
      label: { en: 'To', zh: '目标格式' },
      options: {
        yaml: { en: 'YAML', zh: 'YAML' },
        toml: { en: 'TOML', zh: 'TOML' },
        csv: { en: 'CSV', zh: 'CSV' },
        xml: { en: 'XML', zh: 'XML' },
        sql: { en: 'SQL INSERT', zh: 'SQL INSERT' },
        toon: { en: 'TOON', zh: 'TOON' },
      },
      when: action('convert'),
    }),
  table: z
    .string()
    .min(1)
    .max(200)
    .default('table_name')
    .meta({ label: { en: 'Table', zh: '表名' }, when: to('sql') }),
  quote: z
    .enum(['double', 'backtick', 'bracket', 'none'])
    .default('double')
    .meta({
      label: { en: 'Quote names with', zh: '标识符引号' },
      options: {
        double: { en: '"name" (standard)', zh: '"name"（标准）' },
        backtick: { en: '`name` (MySQL)', zh: '`name`（MySQL）' },
        bracket: { en: '[name] (SQL Server)', zh: '[name]（SQL Server）' },
        none: { en: 'Nothing', zh: '不加引号' },
      },
      when: to('sql'),
    }),
})

const count = (en: string, zh: string) => z.number().meta({ label: { en, zh } })

export const jsonOutput = z.object({
  text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', language: 'json', endings: ENDINGS, main: true }),
  matches: z
    .array(
      z.object({
        path: z.string().meta({ label: { en: 'Path', zh: '路径' } }),
        value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
      }),
    )
    .optional()
    .meta({ label: { en: 'Matches', zh: '匹配结果' }, widget: 'table' }),
  isValid: z
    .boolean()
    .optional()
    .meta({ label: { en: 'Matches the schema', zh: '是否符合 Schema' } }),
  problems: z
    .array(
      z.object({
        path: z.string().meta({ label: { en: 'Place', zh: '位置' } }),
        line: count('Line', '行'),
        column: count('Column', '列'),
        problem: z.string().meta({ label: { en: 'Problem', zh: '问题' } }),
        keyword: z.string().meta({ label: { en: 'Keyword', zh: '关键字' } }),
        schemaLine: count('Line of the schema', 'Schema 行号'),
      }),
    )
    .optional()
    .meta({ label: { en: 'Problems', zh: '问题' }, widget: 'table' }),
  more: moreField(),
  stats: z
    .object({
      depth: count('Depth', '最大深度'),
      objects: count('Objects', '对象'),
      arrays: count('Arrays', '数组'),
      keys: count('Keys', '键'),
      values: count('Values', '值'),
      strings: count('Strings', '字符串'),
      numbers: count('Numbers', '数字'),
      booleans: count('Booleans', '布尔值'),
      nulls: count('Nulls', 'null'),
    })
    .optional()
    .meta({ label: { en: 'Statistics', zh: '统计' } }),
  nodes: z
    .array(
      z.object({
        path: z.string().meta({ label: { en: 'Path', zh: '路径' } }),
        type: z.string().meta({ label: { en: 'Type', zh: '类型' } }),
        children: count('Children', '子节点数'),
        size: z.number().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
        share: z.number().meta({ label: { en: 'Share', zh: '占比' }, unit: '%' }),
      }),
    )
    .optional()
    .meta({ label: { en: 'Largest parts', zh: '体积最大的部分' }, widget: 'table' }),
  notes: z
    .array(
      z.object({
        line: count('Line', '行'),
        column: count('Column', '列'),
        note: z.string().meta({ label: { en: 'Note', zh: '提示' } }),
      }),
    )
    .optional()
    .meta({ label: { en: 'Notes', zh: '提示' }, widget: 'table' }),
})

export type JsonInput = z.output<typeof jsonInput>
export type JsonOutput = z.output<typeof jsonOutput>
