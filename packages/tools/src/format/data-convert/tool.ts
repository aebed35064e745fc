import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { createPacer } from '../../lib/pacer.ts'
import { indentField, INDENTS } from '../indent.ts'
import { FORMATS, readData, writeData } from './formats.ts'
import { guessFormat } from './guess-format.ts'

const NAMES = {
  json: { en: 'JSON', zh: 'JSON' },
  yaml: { en: 'YAML', zh: 'YAML' },
  toml: { en: 'TOML', zh: 'TOML' },
  csv: { en: 'CSV', zh: 'CSV' },
  xml: { en: 'XML', zh: 'XML' },
  markdown: { en: 'Markdown table', zh: 'Markdown 表格' },
  toon: { en: 'TOON', zh: 'TOON' },
} as const

const ENDINGS = Object.fromEntries(FORMATS.map((name) => [name === 'markdown' ? 'md' : name, { to: [name] }]))

export default defineTool({
  id: 'data-convert',
  route: '/format/convert',
  group: 'format',
  rank: 70,
  icon: 'ArrowsExchange',
  title: { en: 'Data format converter', zh: '数据格式互转' },
  summary: {
    en: 'Convert between JSON, YAML, TOML, CSV, XML, TOON and Markdown tables, digits exact',
    zh: 'JSON、YAML、TOML、CSV、XML、TOON、Markdown 表格互转，数字逐位保留',
  },
  about: {
    en: 'Numbers keep their digits, keys their order. What the target cannot represent is an error with its path, never dropped: null in TOML, infinities outside YAML and TOML, integers above 64 bits in TOML.\n\nXML attributes become @name and text beside elements #text, and back; a:b keeps its colon where @xmlns:a declares the prefix, and is a_x003A_b elsewhere.\n\nNested objects become columns with dotted names in CSV and Markdown tables. A Markdown text must hold exactly one table, which is read. TOML floats are read as doubles. TOON writes rows with the same keys as a table, which costs a language model fewer tokens than JSON.',
    zh: '数字逐位保留，键名保持顺序。目标格式容不下的内容会报错并给出路径，不会悄悄丢弃：如 TOML 的 null、YAML 与 TOML 之外的无穷、超过 64 位的 TOML 整数。\n\nXML 属性记作 @名称，元素旁的文本记作 #text，可双向还原；a:b 仅在有 @xmlns:a 声明该前缀时保留冒号，否则写作 a_x003A_b。\n\n嵌套对象在 CSV 与 Markdown 表格中变为带点的列名。Markdown 文本中须恰有一个表格，读取该表格。TOML 浮点数按双精度读取。TOON 把键名相同的各行写成表格，交给大语言模型时比 JSON 省 token。',
  },
  keywords: [
    'json to yaml',
    'yaml to json',
    'toml',
    'csv to json',
    'json to csv',
    'xml to json',
    'convert',
    '转换',
    'markdown table',
    '互转',
    '表格',
    'excel to json',
    'json转excel',
    'excel',
    'tsv',
    'json转csv',
    'csv转json',
    'toon',
    'json to toon',
    'json转toon',
  ],
  input: z.object({
    text: z.string().meta({ label: { en: 'Data', zh: '数据' }, widget: 'code', language: 'json', main: true }),
    from: z
      .enum(['auto', ...FORMATS])
      .default('auto')
      .meta({ label: { en: 'From', zh: '从' }, options: { auto: { en: 'Detect', zh: '自动识别' }, ...NAMES } }),
    to: z
      .enum(FORMATS)
      .default('yaml')
      .meta({ label: { en: 'To', zh: '转为' }, options: NAMES }),
    indent: indentField.meta({ when: { to: ['json', 'xml', 'yaml'] } }),
    delimiter: z
      .enum(['auto', ',', ';', '\t', '|'])
      .default('auto')
      .meta({
        label: { en: 'CSV delimiter', zh: 'CSV 分隔符' },
        options: {
          auto: { en: 'Detect', zh: '自动' },
          ',': { en: 'Comma', zh: '逗号' },
          ';': { en: 'Semicolon', zh: '分号' },
          '\t': { en: 'Tab', zh: '制表符' },
          '|': { en: 'Bar', zh: '竖线' },
        },
        advanced: true,
      }),
    typed: z
      .boolean()
      .default(true)
      .meta({
        label: { en: 'Read numbers, true and false in cells', zh: '单元格识别数字与布尔值' },
        when: { from: ['csv', 'markdown'] },
      }),
    ragged: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Allow rows of different lengths', zh: '允许各行列数不同' }, when: { from: ['csv'] } }),
    flat: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Nested values as columns', zh: '嵌套内容展开为列' }, when: { to: ['csv', 'markdown'] } }),
    version: z
      .enum(['1.2', '1.1'])
      .default('1.2')
      .meta({
        label: { en: 'YAML version', zh: 'YAML 版本' },
        options: { '1.2': { en: '1.2', zh: '1.2' }, '1.1': { en: '1.1', zh: '1.1' } },
        when: { from: ['yaml'] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', main: true, endings: ENDINGS }),
    readAs: z
      .enum(FORMATS)
      .optional()
      .meta({ label: { en: 'Read as', zh: '识别为' }, options: NAMES }),
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: {
    json: { text: '', from: 'json', to: 'yaml' },
    yaml: { text: '', from: 'yaml', to: 'json' },
    toml: { text: '', from: 'toml', to: 'json' },
    csv: { text: '', from: 'csv', to: 'json' },
    xml: { text: '', from: 'xml', to: 'json' },
  },
  examples: [
    {
      name: { en: 'JSON to YAML', zh: 'JSON 转 YAML' },
      input: { text: '{"id":12345678901234567890,"tags":["a","yes"]}' },
      output: { text: 'id: 12345678901234567890\ntags:\n- a\n- "yes"\n', readAs: 'json' },
    },
    {
      name: { en: 'CSV to JSON', zh: 'CSV 转 JSON' },
      input: { text: 'id,name\n1,"Ann, B"\n', to: 'json' },
      output: { text: '[\n  {\n    "id": 1,\n    "name": "Ann, B"\n  }\n]', readAs: 'csv' },
    },
    {
      name: { en: 'TOML to JSON', zh: 'TOML 转 JSON' },
      input: { text: 'title = "x"\n[server]\nport = 8080\n', from: 'toml', to: 'json' },
      output: { text: '{\n  "title": "x",\n  "server": {\n    "port": 8080\n  }\n}' },
    },
    {
      name: { en: 'JSON to CSV', zh: 'JSON 转 CSV' },
      input: { text: '[{"a":1,"b":{"c":2}},{"a":3}]', to: 'csv' },
      output: { text: 'a,b.c\r\n1,2\r\n3,\r\n', readAs: 'json' },
    },
    {
      name: { en: 'JSON Lines to CSV', zh: 'JSON Lines 转 CSV' },
      input: { text: '{"a":1}\n{"a":2,"b":3}\n', to: 'csv' },
      output: { text: 'a,b\r\n1,\r\n2,3\r\n', readAs: 'json' },
    },
    {
      name: { en: 'CSV to a Markdown table', zh: 'CSV 转 Markdown 表格' },
      input: { text: 'name,price\nTea | hot,1.50\nBun,12\n', from: 'csv', to: 'markdown' },
      output: {
        text: '| name       | price |\n| ---------- | ----: |\n| Tea \\| hot |  1.50 |\n| Bun        |    12 |\n',
      },
    },
    {
      name: { en: 'XML to YAML', zh: 'XML 转 YAML' },
      input: { text: '<a x="1"><b>2</b><b>3</b></a>', from: 'xml', to: 'yaml' },
      output: { text: 'a:\n  "@x": "1"\n  b:\n  - "2"\n  - "3"\n' },
    },
    {
      name: { en: 'JSON to TOON', zh: 'JSON 转 TOON' },
      input: { text: '{"rows":[{"id":1,"name":"Ann"},{"id":12345678901234567890,"name":"B, C"}]}', to: 'toon' },
      output: { text: 'rows[2]{id,name}:\n  1,Ann\n  12345678901234567890,"B, C"\n', readAs: 'json' },
    },
    {
      name: { en: 'Markdown table to JSON', zh: 'Markdown 表格转 JSON' },
      input: { text: 'Stock:\n\n| id | note |\n|---:|------|\n| 7 | **new**<br>`x` |\n', from: 'markdown', to: 'json' },
      output: { text: '[\n  {\n    "id": 7,\n    "note": "new\\nx"\n  }\n]' },
    },
    {
      name: { en: 'YAML infinities to TOML', zh: 'YAML 无穷转 TOML' },
      input: { text: 'max: .inf\nmin: -.inf\nbad: .nan\n', from: 'yaml', to: 'toml' },
      output: { text: 'max = inf\nmin = -inf\nbad = nan\n' },
    },
  ],
  async run({ text, from, to, indent, delimiter, ...options }, { signal }) {
    const mark = delimiter === 'auto' ? undefined : delimiter
    const { typed: isTyped, ragged: isRagged, version } = options
    const format = from === 'auto' ? guessFormat(text) : from
    const node = await readData(text, format, { delimiter: mark, isTyped, isRagged, version, breathe: createPacer(signal) })
    const written = await writeData(node, to, { indent: INDENTS[indent], delimiter: mark, isFlat: options.flat })
    return { text: written, ...(from === 'auto' && { readAs: format }) }
  },
})
