import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormatOptions } from 'sql-formatter'
import * as fc from 'fast-check'
import { DIALECT_NAMES, type DialectName } from '../dialects.ts'
import { layOut } from './lay-out.ts'
import { LayoutError } from './layout-error.ts'

const library = await import('sql-formatter')

const options: fc.Arbitrary<Partial<FormatOptions>> = fc.record({
  keywordCase: fc.constantFrom('preserve', 'upper', 'lower'),
  functionCase: fc.constantFrom('preserve', 'upper', 'lower'),
  dataTypeCase: fc.constantFrom('preserve', 'upper', 'lower'),
  identifierCase: fc.constantFrom('preserve', 'upper', 'lower'),
  indentStyle: fc.constantFrom('standard', 'tabularLeft', 'tabularRight'),
  logicalOperatorNewline: fc.constantFrom('before', 'after'),
  expressionWidth: fc.constantFrom(10, 50, 120),
  linesBetweenQueries: fc.constantFrom(0, 1),
  newlineBeforeSemicolon: fc.boolean(),
  useTabs: fc.boolean(),
})

const SIGNS = [
  '(',
  ')',
  '(a, b)',
  '[1:2]',
  ',',
  '.',
  '*',
  ';',
  '::',
  ':',
  '-',
  '--',
  'and',
  'between 1 and 2',
  'case when a then b end',
  'limit 1, 2',
  'as',
  "'it''s'",
  '"q i"',
  '`b`',
  '1e5',
  '.5',
  ':p',
  '$1',
  '@v',
  '?',
  'naïve',
  '名称',
  'a$b',
  ' -- c\n',
  '\n/* a\n * b */\n',
  '\n/**\n * doc\n */',
  ' /* c */ ',
]

/** Texts of the dialect's own reserved words, of signs and of a query around them. */
function toTexts(dialect: DialectName): fc.Arbitrary<string> {
  const { tokenizerOptions } = library[dialect]
  const lists = Object.entries(tokenizerOptions).flatMap(([name, words]) =>
    name.startsWith('reserved') ? [words as string[]] : [],
  )
  const word = fc
    .constantFrom(...lists.filter((words) => words.length > 0))
    .chain((words) => fc.constantFrom(...words.filter((each) => /^\w+(?: \w+)*$/.test(each))))
    .chain((each) => fc.constantFrom(each, each.toLowerCase(), each.replaceAll(' ', '\n')))
  const operator = fc.constantFrom('+', '<>', '=', ...(tokenizerOptions.operators ?? []))
  const free = fc
    .array(fc.oneof(word, operator, fc.constantFrom(...SIGNS)), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(' '))
  const query = fc
    .tuple(free, free, free)
    .map(
      ([a, b, c]) =>
        `select ${a}, count(b) from t join u on ${b} where (x = ${c}) or y in (1, 2) order by 1;\nupdate t set a = (${b})`,
    )
  return fc.oneof(free, query)
}

/** What a text becomes, or the line and column of what does not fit. */
function toOutcome(work: () => string, text: string): string {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof LayoutError)) return /line \d+ column \d+/.exec((error as Error).message)![0]
    const lines = text.slice(0, error.offset).split('\n')
    return `line ${lines.length} column ${lines.at(-1)!.length + 1}`
  }
}

for (const dialect of DIALECT_NAMES)
  test(`${dialect}: the layout, and the place of a mistake, are those of sql-formatter`, () =>
    fc.assert(
      fc.property(toTexts(dialect), options, (text, chosen) => {
        const ours = toOutcome(() => layOut(text, { dialect: library[dialect], options: chosen }), text)
        assert.equal(
          ours,
          toOutcome(() => library.formatDialect(text, { ...chosen, dialect: library[dialect] }), text),
        )
      }),
      { numRuns: 60 },
    ))

test('deep CASE and BETWEEN are refused instead of breaking the stack', () => {
  for (const opening of ['case when ', 'between ', '[ '])
    assert.throws(() => layOut(`select ${opening.repeat(50_000)}`, { dialect: library.postgresql, options: {} }), LayoutError)
})
