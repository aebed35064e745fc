import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { toJsonSchema } from '@octet/core/field.ts'
import compress from '@octet/tools/code/compress/tool.ts'
import json from '@octet/tools/format/json/tool.ts'
import { isReady, isUntouched, toStartInput } from './form.ts'
import { toFields } from './schema.ts'

const fields = toFields(
  toJsonSchema(
    z.object({
      size: z.string().default('').meta({ wanted: true }),
      rate: z.string().default('').meta({ wanted: true }),
      share: z.number().default(100),
    }),
  ),
)

test('a tool answers nothing while all the fields it wants are empty', () =>
  assert.equal(isReady(fields, toStartInput(fields)), false))

for (const name of ['size', 'rate'])
  test(`any of them is enough: ${name}`, () => assert.equal(isReady(fields, { ...toStartInput(fields), [name]: '1' }), true))

test('a field that is required is not made up for by others', () => {
  const asked = toFields(toJsonSchema(z.object({ text: z.string(), size: z.string().default('').meta({ wanted: true }) })))
  assert.equal(isReady(asked, { size: '1' }), false)
  assert.equal(isReady(asked, { size: '1', text: 'a' }), true)
})

test('nothing is not packed before a text or a file is there', () => {
  const own = toFields(toJsonSchema(compress.input))
  assert.equal(isReady(own, toStartInput(own)), false)
  assert.equal(isReady(own, { ...toStartInput(own), text: 'a' }), true)
  assert.equal(isReady(own, { ...toStartInput(own), file: new Blob() }), true)
})

test('blanks are no text of a grammar, but a text to encode', () => {
  const ofCode = toFields(toJsonSchema(z.object({ text: z.string().meta({ widget: 'code' }) })))
  const ofText = toFields(toJsonSchema(z.object({ text: z.string().meta({ widget: 'text' }) })))
  assert.equal(isReady(ofCode, { text: ' \n' }), false)
  assert.equal(isReady(ofCode, { text: ' 1' }), true)
  assert.equal(isReady(ofText, { text: ' \n' }), true)
})

test('a jq program that begins with null asks for no text, and its mistakes are told', () => {
  const own = toFields(toJsonSchema(json.input))
  const jq = { ...toStartInput(own), action: 'jq', nullInput: true }
  assert.equal(isReady(own, jq), true)
  assert.equal(isUntouched(own, jq), false)
  for (const change of [{ nullInput: false }, { action: 'format' }]) {
    assert.equal(isReady(own, { ...jq, ...change }), false)
    assert.equal(isUntouched(own, { ...jq, ...change }), true)
  }
})
