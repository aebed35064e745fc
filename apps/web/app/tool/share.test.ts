import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import * as z from 'zod'
import { bytes, toJsonSchema } from '@octet/core/field.ts'
import { OLDER_BROWSER } from '@octet/core/testing/older-browser.ts'
import { toFields } from './schema.ts'
import { MAX_HASH_CHARS, packInput, toShareable, unpackInput } from './share.ts'
import { readQueryInput, toQueryWords } from './query.ts'
import { isChanged, isReady, toFittingInput, toRunInput, toVisibleFields } from './form.ts'

runInThisContext(OLDER_BROWSER)

const fields = toFields(
  toJsonSchema(
    z.object({
      text: z.string().meta({ widget: 'text', main: true }),
      key: z.string().optional().meta({ widget: 'secret' }),
      file: bytes().optional(),
      files: z.array(bytes()).optional().meta({ widget: 'hidden' }),
      mode: z.enum(['cbc', 'ecb']).default('cbc'),
      iv: z
        .string()
        .optional()
        .meta({ when: { mode: ['cbc'] } }),
      size: z.int().default(4),
      isUpper: z.boolean().default(false),
    }),
  ),
)

test('any input survives a link', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean()),
      ),
      async (input) => {
        assert.deepEqual(await unpackInput(`#${await packInput(input)}`), { ...input })
      },
    ),
    { numRuns: 50 },
  )
})

test('a cut link opens an empty page', async () => {
  const packed = await packInput({ text: 'some text that is long enough to be cut' })
  assert.equal(await unpackInput(`#${packed.slice(0, 20)}`), undefined)
  assert.equal(await unpackInput('#section'), undefined)
  assert.equal(await unpackInput(''), undefined)
})

test('a link longer than any that is made opens an empty page, whatever it would swell to', async () => {
  const packed = await packInput({ text: 'a'.repeat(10_000_000) })
  assert.ok(packed.length > MAX_HASH_CHARS && packed.length < 2 * MAX_HASH_CHARS)
  assert.equal(await unpackInput(`#${packed}`), undefined)
})

test('secrets and files are never in a link', () => {
  const input = { text: 'a', key: 'hush', file: new Blob(['x']), files: [new Blob(['y'])], mode: 'ecb' }
  assert.deepEqual(toShareable(fields, input), { text: 'a', mode: 'ecb' })
  assert.deepEqual(toQueryWords(fields, input, true), { mode: 'ecb' })
  assert.deepEqual(readQueryInput(fields, { key: 'hush' }), {})
})

test('options that are not the default are in the query, and come back', () => {
  const words = toQueryWords(fields, { text: 'a', mode: 'ecb', size: 2, isUpper: true }, false)
  assert.deepEqual(words, { mode: 'ecb', size: '2', isUpper: 'true' })
  assert.deepEqual(readQueryInput(fields, words), { mode: 'ecb', size: 2, isUpper: true })
})

test('a word that is no value of the field is left out', () =>
  assert.deepEqual(readQueryInput(fields, { mode: 'xyz', size: 'many', other: '1' }), {}))

test('the one line that goes to the server anyway is in the query', () => {
  const ask = toFields(toJsonSchema(z.object({ ip: z.string().meta({ main: true }) })))
  assert.deepEqual(toQueryWords(ask, { ip: '192.0.2.1' }, true), { ip: '192.0.2.1' })
  assert.deepEqual(toQueryWords(ask, { ip: '192.0.2.1' }, false), {})
})

test('a hidden field is neither drawn nor sent', () => {
  const input = { text: 'a', mode: 'ecb', iv: '00' }
  assert.ok(!toVisibleFields(fields, input).some(({ name }) => name === 'iv'))
  assert.deepEqual(toRunInput(fields, input), { text: 'a', mode: 'ecb' })
})

test('ready once what is required is there', () => {
  assert.equal(isReady(fields, { mode: 'cbc' }), false)
  assert.equal(isReady(fields, { text: 'a', mode: 'cbc' }), true)
})

test('what came from elsewhere fills the fields it fits', () => {
  const given = { text: 'a', iv: 5, size: 8, mode: 'ecb', isUpper: 'yes', other: 'x' }
  assert.deepEqual(toFittingInput(fields, given), { text: 'a', size: 8, mode: 'ecb' })
  const lists = toFields(toJsonSchema(z.object({ lines: z.array(z.string()), port: z.int().nullable() })))
  for (const lines of [null, 'a', { a: 1 }, ['a', 5], [null]])
    assert.deepEqual(toFittingInput(lists, { lines, port: null }), {}, JSON.stringify(lines))
  assert.deepEqual(toFittingInput(lists, { lines: ['a'], port: 1 }), { lines: ['a'], port: 1 })
})

const plainFields = toFields(toJsonSchema(z.object({ text: z.string().default(''), zone: z.string().default('UTC') })))
for (const [input, name, isOwn] of [
  [{ text: '', zone: 'Mars' }, 'zone', true],
  [{ text: '', zone: 'UTC' }, 'zone', false],
  [{ text: '', zone: '' }, 'zone', false],
  [{ text: '', zone: 'Mars' }, 'text', false],
  [{ text: '', zone: 'Mars' }, undefined, false],
] as const)
  test(`${JSON.stringify(input)}: ${name} ${isOwn ? 'is what the visitor wrote' : 'is not what the visitor wrote'}`, () =>
    assert.equal(isChanged(plainFields, input, name), isOwn))
