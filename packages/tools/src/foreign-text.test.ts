import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError, type ErrorKey } from '@octet/core/errors.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { loadTools } from './registry.ts'
import { answerTool } from './run.ts'
import { createTestHost } from './testing/host.ts'

/** What a visitor pastes is worked on, or refused with an error that the tool names: there is no third way out. */
const tools = await loadTools()
const host = createTestHost()

const PIECES = [
  '\0',
  '\n',
  '"',
  "'",
  '<',
  '>',
  '{',
  '[',
  '(',
  ')',
  '\\',
  '%',
  '0',
  '-1',
  '1e999',
  '9'.repeat(30),
  '中',
  '😀',
  '\ud800',
  '=',
  ':',
  '/',
  '..',
  '\u2028',
  'constructor',
]

/** An example with pieces taken out and put in. */
const changed = (sample: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(Math.min(sample.length, 2_000)),
        cut: fc.nat(8),
        put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: anyCharacter, maxLength: 6 })),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((edits) => edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), sample))

/** What every call can be told; a tool names what else it may say. */
const COMMON: readonly ErrorKey[] = ['bad_input', 'missing_input', 'too_large']

function refuseUnnamed({ errors = [] }: AnyTool, error: unknown): void {
  if (!isAppError(error)) throw error
  assert.ok([...COMMON, ...errors].includes(error.key), `not among the errors of the tool: ${error.key}`)
}

/** The field of an example that holds the longest text. */
function findText({ examples }: AnyTool): { input: Readonly<Record<string, unknown>>; field: string; text: string } | undefined {
  const input = examples[0]?.input as Readonly<Record<string, unknown>> | undefined
  const texts = Object.entries(input ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const [field, text] = texts.sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  return input && field !== undefined && text !== undefined ? { input, field, text } : undefined
}

for (const tool of tools.filter(({ needs = [] }) => needs.length === 0)) {
  const found = findText(tool)
  if (found)
    test(`${tool.id}: any text is worked on or refused`, () =>
      fc.assert(
        fc.asyncProperty(changed(found.text), async (text) => {
          try {
            await answerTool(tool, { ...found.input, [found.field]: text }, host)
          } catch (error) {
            refuseUnnamed(tool, error)
          }
        }),
        { numRuns: 10 },
      ))
}

/** More than a call takes arguments. */
const PIECES_OF_ONE = 300_000
const many: [string, Record<string, unknown>][] = [
  ['url', { text: 'a%41'.repeat(PIECES_OF_ONE), direction: 'decode' }],
  ['base64', { text: 'a\n'.repeat(PIECES_OF_ONE), eachLine: true, direction: 'encode' }],
  ['unicode', { text: '\\u0041'.repeat(PIECES_OF_ONE), action: 'decode' }],
  ['sql', { text: `select (${'1,'.repeat(PIECES_OF_ONE)}1 + 2)` }],
  ['yaml', { text: `a: 1\n\n${'# b\n'.repeat(PIECES_OF_ONE)}` }],
  ['css', { text: `a{${'b:c;'.repeat(PIECES_OF_ONE)}}`, sortsProperties: true }],
  [
    'json',
    { text: `{${Array.from({ length: PIECES_OF_ONE }, (_, at) => `"k${at}":1`).join()}}`, action: 'types', typesIn: 'go' },
  ],
  ['markdown', { text: `<b>a${'<br>'.repeat(PIECES_OF_ONE)}\u3000</b>b`, action: 'markdown' }],
]
for (const [id, input] of many)
  test(`${id} takes a text of many pieces`, async () => {
    const tool = tools.find((one) => one.id === id)!
    await answerTool(tool, tool.input.parse(input), host).catch((error: unknown) => refuseUnnamed(tool, error))
  })

/** Signs in a run that ends in another one: a pattern for their end would look from each of them. */
const long = (unit: string) => unit.repeat(200_000 / unit.length)
const runs: [string, string, Record<string, unknown>][] = [
  ['html', 'spaces in pre', { text: `<pre>a${long(' ')}b</pre>`, action: 'text' }],
  ['html', 'line ends', { text: `<p>a${long('\n')}b</p>`, action: 'minify' }],
  ['json', 'zeros behind a point', { text: `[1.${long('0')}1]` }],
  ['json', 'zeros, against a schema', { text: `[1${long('0')}1]`, action: 'validate', against: '{"items":{"multipleOf":3}}' }],
  ['json', 'zeros, in order', { text: `[1.${long('0')}1,2]`, action: 'jmespath', jmespath: 'sort(@)' }],
  ['json', 'line ends, as YAML', { text: `{"a":"b${long('\\n')}c"}`, action: 'convert', to: 'yaml' }],
  ['json-diff', 'zeros', { left: `[1${long('0')}1]`, right: `[1${long('0')}2]` }],
  ['json-diff', 'digits of a key', { left: `{"${long('1')}a":[1]}`, right: `{"${long('1')}a":[1,2]}` }],
  ['yaml', 'line ends before a comment', { text: `a: 1\n# b${long('\n')}# c\n` }],
  ['data-convert', 'line ends in TOON', { text: `a: 1${long('\n')}b: 2`, from: 'toon', to: 'json' }],
  ['group', 'zeros of a sum', { text: `a,b\nc,0.${long('0')}1`, by: 'a', sum: 'b' }],
  ['curl', 'brackets in an address', { text: `curl http://a/${long('[')}` }],
  ['sql', 'signs of one operator', { text: `select a${long('^')}b`, dialect: 'postgresql' }],
  ['sql', 'signs of many operators', { text: `select a${long('+')}b`, dialect: 'postgresql' }],
  ['sql', 'brackets of parameters', { text: `select ${long('{a:')}b`, dialect: 'clickhouse' }],
  ['ip-range', 'spaces without a hyphen', { text: `{"a":"${long(' ')}b"}` }],
]
for (const [id, name, input] of runs)
  test(`${id} reads a long run of ${name}`, { timeout: 60_000 }, async () => {
    const tool = tools.find((one) => one.id === id)!
    const before = process.cpuUsage()
    await answerTool(tool, tool.input.parse(input), host).catch((error: unknown) => refuseUnnamed(tool, error))
    const { user } = process.cpuUsage(before)
    assert.ok(user < 2_000_000, `${user} µs`)
  })
