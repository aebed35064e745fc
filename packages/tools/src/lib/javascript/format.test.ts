import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCode, type CodeStyle } from './format.ts'

const STYLE: CodeStyle = {
  language: 'auto',
  indent: '  ',
  width: 80,
  quotes: 'double',
  hasSemicolons: true,
  hasTrailingCommas: true,
}
const format = (text: string, style: Partial<CodeStyle> = {}) => formatCode(text, { ...STYLE, ...style })

for (const [title, text, style, written] of [
  [
    'private names and static blocks',
    'class A{#p=1;static{this.x??=#p in y}}',
    {},
    'class A {\n  #p = 1;\n  static {\n    this.x ??= #p in y;\n  }\n}\n',
  ],
  ['a tab and single quotes', 'if(a){b("c")}', { indent: '\t', quotes: 'single' }, "if (a) {\n\tb('c');\n}\n"],
  ['no semicolons, but where the line would join', 'a()\n;[1].map(b)', { hasSemicolons: false }, 'a()\n;[1].map(b)\n'],
  [
    'a narrow line and no trailing comma',
    'call(first,second)',
    { width: 20, hasTrailingCommas: false },
    'call(first, second);\n',
  ],
  [
    'TypeScript that JavaScript refuses',
    'abstract class A{private x!:string}',
    {},
    'abstract class A {\n  private x!: string;\n}\n',
  ],
  ['an object alone', '{"a":1,"b":[2]}', {}, '{ a: 1, b: [2] }'],
  ['a hashbang and await on its own', '#!/usr/bin/env node\nawait x', {}, '#!/usr/bin/env node\nawait x;\n'],
  ['CRLF', 'a()\r\nb()', {}, 'a();\nb();\n'],
  ['GraphQL', 'query{a(b:[1,2]){...F}}', { language: 'graphql' }, 'query {\n  a(b: [1, 2]) {\n    ...F\n  }\n}\n'],
  ['nothing', '', {}, ''],
  [
    'an object that is broken over lines, behind a chain',
    'a={b: z.object({c: z.string().meta({d: {e: "fghij", k: "l"}, m: "n"}),o:1})}',
    { width: 40 },
    'a = {\n  b: z.object({\n    c: z.string().meta({\n      d: { e: "fghij", k: "l" },\n      m: "n",\n    }),\n    o: 1,\n  }),\n};\n',
  ],
] as const)
  test(`${title} is laid out`, async () => assert.equal(await format(text, style), written))

for (const [text, style, details] of [
  ['let x = ;', {}, { format: 'JavaScript', line: 1, column: 9, en: 'Unexpected token', zh: '此处不应出现该内容' }],
  ['a()\nb(1 2)', {}, { format: 'JavaScript', line: 2, column: 5, en: 'Unexpected token, expected ","', zh: '此处应为 ,' }],
  ['const a: = 1', {}, { format: 'TypeScript', line: 1, column: 10, en: 'Unexpected token', zh: '此处不应出现该内容' }],
  ['let a；', {}, { format: 'JavaScript', line: 1, column: 6, en: /write ;$/, zh: /请改为 ;$/ }],
  [
    'query { a(',
    { language: 'graphql' },
    { format: 'GraphQL', line: 1, column: 11, en: /^Syntax Error: Expected Name/, zh: '此处应为 Name，实为 <EOF>' },
  ],
] as const)
  test(`“${text.replaceAll('\n', '⏎')}” is refused where it breaks`, async () => {
    await assert.rejects(format(text, style), (error: { key: string; details: Record<string, unknown> }) => {
      assert.equal(error.key, 'syntax_error')
      const {
        format: name,
        line,
        column,
        reason,
      } = error.details as { reason: { en: string; zh: string } } & Record<string, unknown>
      assert.deepEqual({ format: name, line, column }, { format: details.format, line: details.line, column: details.column })
      for (const lang of ['en', 'zh'] as const) {
        const wanted = details[lang]
        if (typeof wanted === 'string') assert.equal(reason[lang], wanted)
        else assert.match(reason[lang], wanted)
      }
      return true
    })
  })

test('code nested deeper than the stack is refused in words', async () => {
  await assert.rejects(format('['.repeat(50_000)), { key: 'too_large' })
})

test('what is laid out stays as it is when laid out again', async () => {
  const text = 'const a=async function*(x,...y){for await(const z of x)yield*z?.[0]??`${y}`;label:do{continue label}while(0)}'
  const once = await format(text)
  assert.equal(await format(once), once)
})
