import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSnippets, type SnippetInput } from './snippets.ts'

const PLAIN = { ignoreCase: false, multiline: false, dotAll: false, unicode: false, sets: false, replace: false, replacement: '' }
const write = (language: string, input: Partial<SnippetInput> & { pattern: string; engine: 're2' | 'javascript' }): string =>
  toSnippets({ ...PLAIN, ...input }).find((snippet) => snippet.language === language)?.code ?? ''
/** The pattern as the language reads it. */
const readPattern = (code: string) => JSON.parse(/ompile\(("(?:[^"\\]|\\.)*")/.exec(code)![1]!) as string

// Each ran over the same text in Node 24, Python 3.11 and Java 17, with the same outcome.
for (const [pattern, python, java] of [
  [String.raw`^\w+$`, String.raw`(?a)^\w+\Z`, String.raw`^\w+\z`],
  ['[$]a[^]b[]', String.raw`[$]a[\s\S]b(?!)`, String.raw`[$]a[\s\S]b(?!)`],
  [String.raw`\u{1F600}\$`, String.raw`\U0001f600\$`, String.raw`\x{1F600}\$`],
  [String.raw`\0\cI`, String.raw`\0\x09`, String.raw`\x00\cI`],
  ['[[a&&b]', '[[a&&b]', String.raw`[\[a\&&b]`],
  [String.raw`[\b\0]\b`, String.raw`(?a)[\b\0]\b`, String.raw`[\x08\x00]\b`],
  [String.raw`(?<a_b>x)\k<a_b>(?<=y)`, '(?P<a_b>x)(?P=a_b)(?<=y)', String.raw`(?<aXb>x)\k<aXb>(?<=y)`],
] as const)
  test(`${pattern} of JavaScript finds the same in Python and Java`, () => {
    assert.equal(readPattern(write('Python', { engine: 'javascript', pattern })), python)
    assert.equal(readPattern(write('Java', { engine: 'javascript', pattern })), java)
  })

test('Python takes the module that knows properties and long look-behind', () => {
  for (const pattern of [String.raw`\p{L}`, '(?<=a+)b', '(?<=(a)+)b', '(?<!a|bc)d', '(?<=(?=a?)b)c'])
    assert.match(write('Python', { engine: 'javascript', pattern, unicode: true }), /^import regex as re/)
  for (const pattern of ['(?<=a)b', String.raw`(?<=\{)b`, String.raw`(?<=a{2})\\p{1}`, '(?=a+)b'])
    assert.match(write('Python', { engine: 'javascript', pattern, unicode: true }), /^import re$/m)
})

test('letters of other alphabets keep their case pairs in Python', () =>
  assert.equal(
    readPattern(write('Python', { engine: 'javascript', pattern: String.raw`é\d`, ignoreCase: true })),
    String.raw`(?i)é\d`,
  ))

test('multiline leaves $ to the ends of lines', () => {
  for (const language of ['Python', 'Java'])
    assert.match(readPattern(write(language, { engine: 'javascript', pattern: 'a$', multiline: true })), /a\$$/)
})

test('names of groups are written for every version of Go, and for RE2/J', () => {
  for (const language of ['Go', 'Java', 'Python'])
    assert.equal(
      readPattern(write(language, { engine: 're2', pattern: String.raw`(?<n>a)[(?<]\(` })),
      String.raw`(?P<n>a)[(?<]\(`,
    )
})

for (const [engine, pattern, replacement, wanted] of [
  ['javascript', '(a)(?<n>b)', '$3 $0 $12 $01 $<m>.', { Python: '$3 $0 \\g<1>2 \\g<1> .', Java: '\\$3 \\$0 $1\\2 $1 .' }],
  ['javascript', '(a)', '$<n>$1', { Python: '$<n>\\g<1>', Java: '\\$<n>$1' }],
  ['javascript', '(?<n>a)', '$<n>1', { Python: '\\g<n>1', Java: '${n}1' }],
  [
    're2',
    '(a)(?P<n>b)',
    '$3 $0 $12 $<n> $<m> $<1>',
    { Go: '$$3 $$0 ${1}2 ${n} $$<m> ${1}', Java: '\\$3 \\$0 $1\\2 ${n} \\$<m> $1' },
  ],
  ['re2', String.raw`\Q(\E(a)`, '$1$2', { Go: '${1}$$2', Python: '\\g<1>$2' }],
] as const)
  for (const [language, text] of Object.entries(wanted))
    test(`${replacement} for ${pattern} is ${text} in ${language}`, () =>
      assert.ok(write(language, { engine, pattern, replace: true, replacement }).includes(JSON.stringify(text))))

test('a $ that names no group stays one', () => {
  const input = { replace: true, pattern: '(a)', replacement: '${x} $y $$ $1 $&' } as const
  assert.match(write('Go', { ...input, engine: 're2' }), /"\$\$\{x\} \$\$y \$\$ \$\{1\} \$\{0\}"/)
  assert.ok(write('Java', { ...input, engine: 'javascript' }).includes('"\\\\${x} \\\\$y \\\\$ $1 $0"'))
})
