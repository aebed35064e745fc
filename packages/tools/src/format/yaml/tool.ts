import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { indentField } from '../indent.ts'
import { runYaml } from './run.ts'

export default defineTool({
  id: 'yaml',
  route: '/format/yaml',
  group: 'format',
  rank: 60,
  icon: 'FileCode',
  title: { en: 'YAML formatter', zh: 'YAML 格式化' },
  summary: {
    en: 'Format and check YAML; comments, anchors and spellings stay',
    zh: '格式化与校验 YAML，保留注释、锚点与原有写法',
  },
  about: {
    en: 'YAML 1.2, or 1.1 where yes and no are booleans and 1e3 is a string (scientific notation needs a point and a sign there: 1.0e+3). Values are never rewritten: 1.10, 0o14 and yes come out as they went in. Conversion to JSON expands aliases, merges << and keeps every digit. Nesting is limited to 100 levels and aliases to 500,000 nodes, so that no text can grow without end.',
    zh: '支持 YAML 1.2 与 1.1（1.1 中 yes、no 为布尔值，1e3 为字符串：科学计数须带小数点和正负号，如 1.0e+3）。值的写法不会改动，1.10、0o14、yes 原样输出。转为 JSON 时会展开别名、合并 <<，数字逐位保留。嵌套限 100 层，别名展开限 50 万个节点，避免无限膨胀。',
  },
  keywords: [
    'yml',
    'yaml lint',
    'beautify',
    'compose',
    'kubernetes',
    '格式化',
    '校验',
    '美化',
    'yaml prettify',
    'yaml formatter',
    'yaml beautifier',
  ],
  input: z.object({
    text: z.string().meta({ label: { en: 'YAML', zh: 'YAML 文本' }, widget: 'code', language: 'yaml', main: true }),
    action: z
      .enum(['format', 'minify', 'json'])
      .default('format')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          format: { en: 'Format', zh: '格式化' },
          minify: { en: 'One line', zh: '压成一行' },
          json: { en: 'To JSON', zh: '转为 JSON' },
        },
      }),
    indent: indentField.meta({
      when: { action: ['format', 'json'] },
      help: { en: 'YAML allows no tabs; 2 spaces are used instead.', zh: 'YAML 不允许制表符，届时用 2 空格。' },
    }),
    version: z
      .enum(['1.2', '1.1'])
      .default('1.2')
      .meta({
        label: { en: 'Version', zh: '版本' },
        options: { '1.2': { en: '1.2', zh: '1.2' }, '1.1': { en: '1.1', zh: '1.1' } },
      }),
    indentLists: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Indent lists below their key', zh: '列表相对键名缩进' },
        when: { action: ['format'] },
        advanced: true,
      }),
    sortKeys: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Sort keys', zh: '键名排序' }, when: { action: ['format', 'minify'] }, advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Result', zh: '结果' },
      widget: 'code',
      language: 'yaml',
      endings: { json: { action: ['json'] } },
      main: true,
    }),
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { yaml: { text: '' } },
  examples: [
    {
      name: { en: 'Format', zh: '格式化' },
      input: { text: 'a:   1.10 # exact\nb:\n    - x\n    -   y: 0o14\n' },
      output: { text: 'a: 1.10 # exact\nb:\n- x\n- y: 0o14\n' },
    },
    {
      name: { en: 'Anchors to JSON', zh: '锚点与合并转 JSON' },
      input: { text: 'base: &b\n  id: 12345678901234567890\n  tls: true\nweb:\n  <<: *b\n  tls: false\n', action: 'json' },
      output: {
        text: '{\n  "base": {\n    "id": 12345678901234567890,\n    "tls": true\n  },\n  "web": {\n    "id": 12345678901234567890,\n    "tls": false\n  }\n}',
      },
    },
    {
      name: { en: 'Yes in YAML 1.1', zh: 'YAML 1.1 的 yes' },
      input: { text: 'on: yes', action: 'json', version: '1.1' },
      output: { text: '{\n  "true": true\n}' },
    },
  ],
  run: runYaml,
})
