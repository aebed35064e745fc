import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

export default defineTool({
  id: 'json-diff',
  route: '/text/json-diff',
  group: 'text',
  rank: 20,
  icon: 'GitCompare',
  title: { en: 'JSON diff', zh: 'JSON 对比' },
  summary: { en: 'Compare two JSON documents by meaning, path by path', zh: '按内容而非文本对比两份 JSON，逐路径列出差异' },
  about: {
    en: 'The order of keys and white space never count, and 1.0 equals 1; digits that a double would lose do count. Arrays are compared item by item, without regard to order, or by a key of their objects. Of duplicate keys the last one counts.',
    zh: '键的顺序与空白不计，1.0 与 1 视为相等；双精度容不下的数字仍会逐位比较。数组可按位置比较、忽略顺序，或按对象的某个键匹配。重复键以最后一个为准。',
  },
  keywords: ['compare', 'difference', 'semantic', 'patch', '比较', '差异', '对比'],
  input: z.object({
    left: z.string().meta({ label: { en: 'Before', zh: '原 JSON' }, widget: 'code', language: 'json', main: true }),
    right: z.string().meta({ label: { en: 'After', zh: '新 JSON' }, widget: 'code', language: 'json' }),
    ignoreOrder: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore the order of lists', zh: '忽略数组顺序' } }),
    itemKeys: z
      .string()
      .max(200)
      .default('')
      .meta({
        label: { en: 'Match list items by', zh: '数组元素按键匹配' },
        help: {
          en: 'A key such as id; of several, separated by commas, the first that tells all items of a list apart.',
          zh: '如 id；可写多个（逗号分隔），取第一个能区分数组全部元素的键。',
        },
      }),
    ignoreKeys: z
      .string()
      .default('')
      .meta({ label: { en: 'Keys to ignore', zh: '忽略的键名' }, help: { en: 'Separated by commas.', zh: '用逗号分隔。' } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Differences', zh: '差异' }, widget: 'code', language: 'diff', main: true }),
    isEqual: z.boolean().meta({ label: { en: 'Equal', zh: '是否相同' } }),
    changes: z
      .array(
        z.object({
          path: z.string().meta({ label: { en: 'Path', zh: '路径' } }),
          change: z.enum(['added', 'removed', 'changed']).meta({
            label: { en: 'Change', zh: '变化' },
            options: {
              added: { en: 'added', zh: '新增' },
              removed: { en: 'removed', zh: '删除' },
              changed: { en: 'changed', zh: '修改' },
            },
          }),
          before: z.string().meta({ label: { en: 'Before', zh: '原值' } }),
          after: z.string().meta({ label: { en: 'After', zh: '新值' } }),
        }),
      )
      .meta({ label: { en: 'By path', zh: '逐项' }, widget: 'table' }),
    patch: z.string().meta({ label: { en: 'JSON Patch', zh: 'JSON Patch' }, widget: 'code', language: 'json' }),
  }),
  errors: ['syntax_error'],
  examples: [
    {
      name: { en: 'A changed value and a new key', zh: '修改与新增' },
      input: { left: '{"a":1,"b":[1,2]}', right: '{"b":[1,3],"a":1.0,"c":true}' },
      output: {
        text: '~ $.b[1]: 2 → 3\n+ $.c: true',
        isEqual: false,
        changes: [
          { path: '$.b[1]', change: 'changed', before: '2', after: '3' },
          { path: '$.c', change: 'added', before: '', after: 'true' },
        ],
        patch: '[\n  {"op":"replace","path":"/b/1","value":3},\n  {"op":"add","path":"/c","value":true}\n]',
      },
    },
    {
      name: { en: 'Lists without order', zh: '忽略数组顺序' },
      input: { left: '[{"x":1},2,2]', right: '[2,{"x":1},2]', ignoreOrder: true },
      output: { text: '', isEqual: true, changes: [], patch: '[]' },
    },
    {
      name: { en: 'Items of a list by their id', zh: '数组元素按 id 匹配' },
      input: {
        left: '[{"id":1,"n":"a"},{"id":2,"n":"b"}]',
        right: '[{"id":3,"n":"c"},{"id":2,"n":"B"}]',
        itemKeys: 'id',
      },
      output: {
        text: '- $[?@.id==1]: {"id":1,"n":"a"}\n~ $[?@.id==2].n: "b" → "B"\n+ $[?@.id==3]: {"id":3,"n":"c"}',
        isEqual: false,
        changes: [
          { path: '$[?@.id==1]', change: 'removed', before: '{"id":1,"n":"a"}', after: '' },
          { path: '$[?@.id==2].n', change: 'changed', before: '"b"', after: '"B"' },
          { path: '$[?@.id==3]', change: 'added', before: '', after: '{"id":3,"n":"c"}' },
        ],
        patch:
          '[\n  {"op":"replace","path":"/1/n","value":"B"},\n  {"op":"add","path":"/-","value":{"id":3,"n":"c"}},\n  {"op":"remove","path":"/0"}\n]',
      },
    },
    {
      name: { en: 'A digit that a double loses', zh: '双精度看不出的差异' },
      input: { left: '{"id":12345678901234567890,"at":1}', right: '{"id":12345678901234567891,"at":2}', ignoreKeys: 'at' },
      output: {
        text: '~ $.id: 12345678901234567890 → 12345678901234567891',
        isEqual: false,
        changes: [{ path: '$.id', change: 'changed', before: '12345678901234567890', after: '12345678901234567891' }],
        patch: '[\n  {"op":"replace","path":"/id","value":12345678901234567891}\n]',
      },
    },
  ],
  async run({ left, right, ignoreOrder, itemKeys, ignoreKeys }) {
    const [{ parseJsonTree }, { diffJson }, { toJsonPatch }] = await Promise.all([
      import('../../lib/json/tree.ts'),
      import('../../lib/json/diff.ts'),
      import('../../lib/json/patch.ts'),
    ])
    const options = { ignoresOrder: ignoreOrder, ignoredKeys: new Set(listKeys(ignoreKeys)), itemKeys: listKeys(itemKeys) }
    const found = diffJson(parseJsonTree(left), parseJsonTree(right), options)
    const changes = found.map(({ path, change, before, after }) => ({ path, change, before, after }))
    const lines = changes.map(({ path, change, before, after }) =>
      change === 'added'
        ? `+ ${path}: ${after}`
        : change === 'removed'
          ? `- ${path}: ${before}`
          : `~ ${path}: ${before} → ${after}`,
    )
    return { text: lines.join('\n'), isEqual: changes.length === 0, changes, patch: toJsonPatch(found) }
  },
})

/** Keys separated by commas. */
const listKeys = (text: string): string[] =>
  text
    .split(/[,，]/)
    .map((key) => key.trim())
    .filter(Boolean)
