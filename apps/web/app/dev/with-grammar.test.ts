import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonSchema } from '@octet/core/field.ts'
import { loadTools } from '@octet/tools/registry.ts'
import type { Schema } from '../tool/schema.ts'
import { withGrammar } from './with-grammar.ts'

const tool = (await loadTools()).find(({ id }) => id === 'data-convert')
assert.ok(tool)
const output = toJsonSchema(tool.output)

for (const [to, language] of [
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['xml', 'xml'],
  ['csv', undefined],
  ['toml', undefined],
  ['markdown', undefined],
] as const)
  test(`what is converted to ${to} is coloured as ${language ?? 'plain text'}`, () => {
    const { text } = (withGrammar(output, { to }) as Schema).properties ?? {}
    assert.equal(text?.language, language)
    assert.equal(text?.widget, 'code')
  })
