import { defineTool } from '@octet/core/tool.ts'
import { jsonInput, jsonOutput } from './input.ts'

export default defineTool({
  id: 'json',
  route: '/format/json',
  group: 'format',
  rank: 10,
  icon: 'Braces',
  title: { en: 'JSON formatter', zh: 'JSON 格式化' },
  summary: {
    en: 'Format, check, repair, query and convert JSON without losing a digit',
    zh: '格式化、校验、修复、查询、转换，一位数字都不丢',
  },
  about: {
    en: 'Works on the text itself (RFC 8259), never on parsed numbers: 12345678901234567890, 1.0, 1E400, duplicate keys, key order and escapes come out exactly as they went in. Errors show the place and what was expected there. Nothing is repaired unless you choose Repair.\n\nQueries are JSONPath (RFC 9535), jq 1.7.1 or JMESPath, whose sum() and avg() calculate in doubles; JSON Schema from draft-04 to 2020-12 is checked with exact numbers, each problem with its line; “$ref” may name their metaschemas. For comments and trailing commas choose JSONC or JSON5. Up to 1000 levels of nesting.',
    zh: '直接处理文本本身（RFC 8259），不经过浮点数：12345678901234567890、1.0、1E400、重复键、键的顺序和转义写法都原样保留。出错时指出位置和应有的内容；只有选择“修复”才会改动内容。\n\n查询支持 JSONPath（RFC 9535）、jq 1.7.1 与 JMESPath（其 sum() 与 avg() 以双精度计算）；校验支持 JSON Schema 2020-12 至 draft-04，数值精确比较，每个问题都标出行列，“$ref”可引用各版本的元 Schema。注释与尾逗号请选 JSONC 或 JSON5。最多 1000 层嵌套。',
  },
  keywords: [
    'beautify',
    'pretty print',
    'minify',
    'validate',
    'jsonpath',
    'jq',
    'jmespath',
    'json schema',
    'golang',
    'json5',
    'jsonc',
    'ndjson',
    'json lines',
    'schema',
    'typescript',
    '格式化',
    '压缩',
    '校验',
    '美化',
    '转义',
    'unicode转中文',
    'lint',
    'json lint',
    'fix json',
    'repair json',
    'json to typescript',
    'json to java',
    'json to kotlin',
    'json to c#',
    'json to swift',
    'json to python',
    'json to rust',
    'json to go',
    'json转java实体类',
    'json转c#实体类',
    'codable',
    'zod',
    'pydantic',
    'jackson',
    'serde',
    '在线json',
    'javascript object',
    'escaped json',
    'nested json',
    '嵌套 json',
  ],
  input: jsonInput,
  output: jsonOutput,
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { json: { text: '' }, ndjson: { text: '', syntax: 'lines' } },
  examples: [
    {
      name: { en: 'Exact numbers', zh: '大数不丢精度' },
      input: { text: '{"id":12345678901234567890,"price":1.0}' },
      output: {
        text: '{\n  "id": 12345678901234567890,\n  "price": 1.0\n}',
        notes: [
          { line: 1, column: 7, note: '12345678901234567890 is more exact than a double; JavaScript reads 12345678901234567000' },
        ],
      },
    },
    {
      name: { en: 'Minify, keys sorted', zh: '压缩并按键名排序' },
      input: { text: '{ "b": [1, 2],\n  "a": {"d": null, "c": "\\u00e9"} }', action: 'minify', sortKeys: 'asc' },
      output: { text: '{"a":{"c":"\\u00e9","d":null},"b":[1,2]}' },
    },
    {
      name: { en: 'Unicode escapes as characters', zh: 'Unicode 转中文' },
      input: { text: '{"city":"\\u5317\\u4eac","mood":"\\ud83d\\ude00"}', unicode: 'characters' },
      output: { text: '{\n  "city": "北京",\n  "mood": "😀"\n}' },
    },
    {
      name: { en: 'Repair', zh: '修复不规范的 JSON' },
      input: { text: "{name: 'Ann', tags: ['a', 'b',], ok: True}", action: 'repair' },
      output: { text: '{\n  "name": "Ann",\n  "tags": [\n    "a",\n    "b"\n  ],\n  "ok": true\n}' },
    },
    {
      name: { en: 'JSON inside texts', zh: '字符串中的 JSON' },
      input: { text: '{"log":"{\\"level\\":\\"warn\\",\\"tags\\":\\"[1, 2]\\"}"}', nested: true },
      output: {
        text: '{\n  "log": {\n    "level": "warn",\n    "tags": [\n      1,\n      2\n    ]\n  }\n}',
      },
    },
    {
      name: { en: 'JSONPath with a filter', zh: 'JSONPath 条件查询' },
      input: {
        text: '{"book":[{"title":"Ink","price":8.95},{"title":"Oak","price":22.99}]}',
        action: 'path',
        path: '$.book[?@.price < 10].title',
      },
      output: { text: '[\n  "Ink"\n]', matches: [{ path: "$['book'][0]['title']", value: '"Ink"' }] },
    },
    {
      name: { en: 'jq: group and count', zh: 'jq：分组计数' },
      input: {
        text: '[{"city":"Oslo"},{"city":"Bonn"},{"city":"Oslo"}]',
        action: 'jq',
        jq: 'group_by(.city) | map({(.[0].city): length}) | add',
      },
      output: { text: '{\n  "Bonn": 1,\n  "Oslo": 2\n}' },
    },
    {
      name: { en: 'JMESPath with a filter', zh: 'JMESPath 条件查询' },
      input: {
        text: '{"book":[{"title":"Ink","price":8.95},{"title":"Oak","price":22.99}]}',
        action: 'jmespath',
        jmespath: 'book[?price < `10`].title | [0]',
      },
      output: { text: '"Ink"' },
    },
    {
      name: { en: 'Check against a schema', zh: '按 Schema 校验' },
      input: {
        text: '{\n  "id": 7.5,\n  "mail": "ann"\n}',
        action: 'validate',
        against:
          '{\n  "properties": {\n    "id": {"type": "integer"},\n    "mail": {"format": "email"}\n  },\n  "required": ["id", "name"]\n}',
      },
      output: {
        text: '1:1 # the key "name" is missing\n2:9 #/id expected integer, got number\n3:11 #/mail "ann" is not of the format email',
        isValid: false,
        problems: [
          { path: '#', line: 1, column: 1, problem: 'the key "name" is missing', keyword: 'required', schemaLine: 6 },
          { path: '#/id', line: 2, column: 9, problem: 'expected integer, got number', keyword: 'type', schemaLine: 3 },
          {
            path: '#/mail',
            line: 3,
            column: 11,
            problem: '"ann" is not of the format email',
            keyword: 'format',
            schemaLine: 4,
          },
        ],
      },
    },
    {
      name: { en: 'Go types', zh: '生成 Go 类型' },
      input: { text: '{"id":1,"home_url":"x","tags":["a"]}', action: 'types', typesIn: 'go' },
      output: {
        text: 'type Root struct {\n\tID      int64    `json:"id"`\n\tHomeURL string   `json:"home_url"`\n\tTags    []string `json:"tags"`\n}\n',
      },
    },
    {
      name: { en: 'TypeScript types', zh: '生成 TypeScript 类型' },
      input: { text: '[{"id":1,"name":"Ann"},{"id":2,"tags":["x"]}]', action: 'types' },
      output: {
        text: 'export type Root = Item[]\n\nexport interface Item {\n  id: number\n  name?: string\n  tags?: string[]\n}\n',
      },
    },
    {
      name: { en: 'Java records', zh: '生成 Java 记录类' },
      input: { text: '{"user_id":1,"tags":["a"]}', action: 'types', typesIn: 'java' },
      output: {
        text: 'import com.fasterxml.jackson.annotation.JsonProperty;\nimport java.util.List;\n\npublic record Root(\n    @JsonProperty("user_id") long userId,\n    List<String> tags\n) {}\n',
      },
    },
    {
      name: { en: 'To YAML', zh: '转为 YAML' },
      input: { text: '{"server":{"port":8080,"hosts":["a","b"]}}', action: 'convert', to: 'yaml' },
      output: { text: 'server:\n  port: 8080\n  hosts:\n  - a\n  - b\n' },
    },
    {
      name: { en: 'To TOON, for a language model', zh: '转为 TOON，供大语言模型使用' },
      input: { text: '{"rows":[{"id":1,"name":"Ann"},{"id":2,"name":"Bo"}]}', action: 'convert', to: 'toon' },
      output: { text: 'rows[2]{id,name}:\n  1,Ann\n  2,Bo\n' },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).runJson(input, host),
})
