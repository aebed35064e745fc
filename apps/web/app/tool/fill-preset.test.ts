import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { bytes, toJsonSchema } from '@octet/core/field.ts'
import { fillPreset } from './fill-preset.ts'
import { toFields } from './schema.ts'

const fields = toFields(
  toJsonSchema(
    z.object({
      text: z.string().meta({ widget: 'text' }),
      mode: z.enum(['a', 'b']),
      list: z.array(z.string()),
      line: z.string(),
      file: bytes().optional(),
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

test('a file goes into the first field for one, whatever else is there', () => {
  const file = new File(['x'], 'x.txt')
  assert.deepEqual(fillPreset(fields, { mode: 'b' }, file), { mode: 'b', file })
  assert.deepEqual(
    fillPreset(
      fields.filter(({ control }) => control !== 'file'),
      { mode: 'b' },
      file,
    ),
    { mode: 'b' },
  )
})
