import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { explainPattern, type ExplainOptions } from './explain.ts'

const FLAGS = { ignoreCase: false, multiline: false, dotAll: false, unicode: true, sets: false } as const
const explain = (pattern: string, options: Partial<ExplainOptions> = {}) =>
  explainPattern(pattern, { ...FLAGS, engine: 'javascript', ...options })

/** Depth, part and meaning of each row but those of flags. */
const rows = (pattern: string, options: Partial<ExplainOptions> = {}) =>
  explain(pattern, options)
    .filter(({ meaning }) => !meaning.en.startsWith('flag'))
    .map(({ depth, part, meaning }) => `${'>'.repeat(depth)}${part} ${meaning.en}`)

for (const [pattern, options, expected] of [
  ['abc', {}, ['abc the text “abc”']],
  ['ab+?', {}, ['a “a”', 'b+? “b”, once or more, as few as possible']],
  [
    'a?b*c{2}d{2,}e{2,3}',
    {},
    [
      'a? “a”, once or not at all, as many as possible',
      'b* “b”, any number of times, as many as possible',
      'c{2} “c”, exactly 2 times',
      'd{2,} “d”, 2 times or more, as many as possible',
      'e{2,3} “e”, 2 to 3 times, as many as possible',
    ],
  ],
  [
    '(?<a>x)(y)\\k<a>\\2',
    {},
    [
      '(?<a>x) group 1, called “a”',
      '>x “x”',
      '(y) group 2',
      '>y “y”',
      '\\k<a> the same text as the group “a” matched',
      '\\2 the same text as group 2 matched',
    ],
  ],
  ['a|', {}, ['a alternative 1 of 2', '>a “a”', ' alternative 2 of 2: nothing']],
  [
    '(?=a)(?!b)(?<=c)(?<!d)',
    {},
    [
      '(?=a) followed by (look-ahead)',
      '>a “a”',
      '(?!b) not followed by (look-ahead)',
      '>b “b”',
      '(?<=c) preceded by (look-behind)',
      '>c “c”',
      '(?<!d) not preceded by (look-behind)',
      '>d “d”',
    ],
  ],
  [
    '^\\b\\B$',
    {},
    [
      '^ the start of the text',
      '\\b a word boundary',
      '\\B no word boundary: between two word characters or two others',
      '$ the end of the text',
    ],
  ],
  ['^$', { multiline: true }, ['^ the start of a line', '$ the end of a line']],
  ['.', { dotAll: true }, ['. any character, line breaks too']],
  [
    '(?s:.)(?i-m:^).',
    { multiline: true },
    [
      '(?s:.) a non-capturing group, with s',
      '>. any character, line breaks too',
      '(?i-m:^) a non-capturing group, with i, without m',
      '>^ the start of the text',
      '. any character but a line break',
    ],
  ],
  [
    '[^a-z_.\\d\\b]',
    {},
    [
      '[^a-z_.\\d\\b] one character that is none of these',
      '>a-z from “a” to “z” (U+0061–U+007A)',
      '>_. one of the characters “_.”',
      '>\\d a digit (0–9)',
      '>\\b a backspace (U+0008)',
    ],
  ],
  ['[][^]', { unicode: false }, ['[] nothing: this never matches', '[^] any character, line breaks too']],
  [
    '\\p{Lu}\\P{Script=Han}\\u{1F600}\\x09',
    {},
    [
      '\\p{Lu} a capital letter',
      '\\P{Script=Han} anything but a character of the script Han',
      '\\u{1F600} “😀”',
      '\\x09 a tab (U+0009)',
    ],
  ],
  [
    '[\\w--[a-c]][\\p{L}&&\\p{ASCII}&&[^x]][\\q{ab|c}]',
    { sets: true },
    [
      '[\\w--[a-c]] the first of these without the others',
      '>\\w a word character (A–Z, a–z, 0–9, _)',
      '>[a-c] one of these',
      '>>a-c from “a” to “c” (U+0061–U+0063)',
      '[\\p{L}&&\\p{ASCII}&&[^x]] what all of these have in common',
      '>\\p{L} a letter',
      '>\\p{ASCII} a character with the property ASCII',
      '>[^x] one character that is none of these',
      '>>x “x”',
      '[\\q{ab|c}] one of these',
      '>\\q{ab|c} one of the texts “ab”, “c”',
    ],
  ],
] as const satisfies readonly (readonly [string, Partial<ExplainOptions>, readonly string[]])[])
  test(`explained: ${pattern}`, () => assert.deepEqual(rows(pattern, options), expected))

for (const [pattern, expected] of [
  ['(?P<n>a)\\Q.*\\E', ['(?P<n>a) group 1, called “n”', '>a “a”', '\\Q.*\\E the text “.*”']],
  [
    '\\A(?s).\\z(?-s).',
    [
      '\\A the start of the text',
      '(?s) from here on: . matches line breaks (s)',
      '. any character, line breaks too',
      '\\z the end of the text',
      '(?-s) from here on: no longer s',
      '. any character but a line break',
    ],
  ],
  [
    '(?i:a(?s).).',
    [
      '(?i:a(?s).) a non-capturing group',
      '>(?i: inside: letter case is ignored (i)',
      '>a “a”',
      '>(?s) from here on: . matches line breaks (s)',
      '>. any character, line breaks too',
      '. any character but a line break',
    ],
  ],
  [
    '[[:^digit:]\\pL😀-😎]{2}',
    [
      '[[:^digit:]\\pL😀-😎]{2} one of these, exactly 2 times',
      '>[:^digit:] no: a digit (0–9)',
      '>\\pL a letter',
      '>😀-😎 from “😀” to “😎”',
    ],
  ],
  [
    '[]a][^]b]',
    [
      '[]a] one of these',
      '>]a one of the characters “]a”',
      '[^]b] one character that is none of these',
      '>]b one of the characters “]b”',
    ],
  ],
  [
    '\\p{Greek}\\p{^Lu}\\x{1F600}',
    ['\\p{Greek} a character of Greek', '\\p{^Lu} anything but a capital letter', '\\x{1F600} “😀”'],
  ],
] as const)
  test(`explained, RE2: ${pattern}`, () => assert.deepEqual(rows(pattern, { engine: 're2' }), expected))

test('each part stands where it says, in both languages', () => {
  const pattern = '^(?<y>\\d{4})-[a-z😀]+(?:x|yé*?)$'
  for (const engine of ['javascript', 're2'] as const)
    for (const { start, end, part, meaning } of explain(pattern, { engine, ignoreCase: true })) {
      if (!meaning.en.startsWith('flag')) assert.equal(pattern.slice(start, end), part)
      assert.ok(meaning.en && meaning.zh)
    }
})

const piece = fc.constantFrom(
  'a',
  '\\d',
  '[a-z]',
  '[^]x]',
  '(',
  ')',
  '(?:',
  '(?P<n>',
  '(?i)',
  '|',
  '*',
  '+?',
  '{2}',
  '.',
  '\\pL',
  '[[:alpha:]]',
  '\\Q(\\E',
  '😀',
  '^',
  '$',
  ']',
  '[',
  '\\',
)
test('whatever RE2 accepts is explained, or said not to be', async () => {
  const { createRegex } = await import('./engine.ts')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const pattern = pieces.join('')
      const isFine = await createRegex(pattern, FLAGS).then(
        () => true,
        () => false,
      )
      if (isFine)
        for (const { part, start, end } of explain(pattern, { engine: 're2' })) assert.equal(pattern.slice(start, end), part)
    }),
    { numRuns: 300 },
  )
})

test('deep and wide patterns are explained', () => {
  assert.equal(explain(`${'('.repeat(900)}${')'.repeat(900)}`).length, 901)
  assert.ok(explain('a*'.repeat(1000)).length <= 1001)
})
