import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { toJsonSchema } from '@octet/core/field.ts'
import { fillPreset } from './fill-preset.ts'
import { toFields } from './schema.ts'

const fields = toFields(
  toJsonSchema(
    z.object({
      text: z.string().meta({ widget: 'text' }),
      mode: z.enum(['a', 'b']),
      list: z.array(z.string()),
      line: z.string(),
    }),
  ),
)

const rows = [
  ['the main field unless said', { mode: 'b' }, { mode: 'b', text: ' x\ny' }],
  ['the field left empty', { list: '', mode: 'a' }, { list: [' x', 'y'], mode: 'a' }],
  ['an empty main field', { text: '' }, { text: ' x\ny' }],
  ['fields that this tool has', { mode: 'b', type: 'MX' }, { mode: 'b', text: ' x\ny' }],
  ['one line without its edges', { line: '' }, { line: 'x\ny' }],
] as const
for (const [name, preset, input] of rows) test(name, () => assert.deepEqual(fillPreset(fields, preset, ' x\ny'), input))
