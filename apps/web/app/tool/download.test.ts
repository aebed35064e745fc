import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { bytes, toJsonSchema } from '@octet/core/field.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toSentText } from '../result/main-text.ts'
import { toDownload } from './download.ts'

const cardOf = (schema: z.ZodType, needs: ToolCard['needs'] = [], input: z.ZodType = z.object({})) => ({
  id: 'demo',
  input: toJsonSchema(input),
  output: toJsonSchema(schema, 'output'),
  needs,
})

const rows: [string, z.ZodType, unknown, string, string][] = [
  ['a text', z.object({ text: z.string() }), { text: 'a' }, 'demo.txt', 'a'],
  [
    'a text in a language',
    z.object({ text: z.string().meta({ language: 'css', main: true }) }),
    { text: 'a{}' },
    'demo.css',
    'a{}',
  ],
  ['numbers only', z.object({ n: z.number() }), { n: 1 }, 'demo.json', '{\n  "n": 1\n}'],
  ['a file', z.object({ f: bytes() }), { f: new File(['x'], 'a.zip') }, 'a.zip', 'x'],
  [
    'a picture',
    z.object({ image: z.string().meta({ widget: 'image' }) }),
    { image: 'data:image/png;base64,QQ==' },
    'demo.png',
    'A',
  ],
]
for (const [name, schema, result, fileName, text] of rows)
  test(`${name} is saved as ${fileName}`, async () => {
    const file = toDownload(cardOf(schema), result)
    assert.equal(file.name, fileName)
    assert.equal(await file.text(), text)
  })

test('a lookup is saved whole, and goes on to another tool by what was looked up', async () => {
  const card = cardOf(z.object({ host: z.string(), grade: z.string() }), ['probe'], z.object({ host: z.string() }))
  const result = { host: 'a.example', grade: 'A' }
  const file = toDownload(card, result)
  assert.equal(file.name, 'demo.json')
  assert.deepEqual(JSON.parse(await file.text()), result)
  assert.equal(toSentText(card, result), 'a.example')
})

test('what is asked without a word is the answer itself', async () =>
  assert.equal(await toDownload(cardOf(z.object({ ip: z.string() }), ['ip']), { ip: '192.0.2.1' }).text(), '192.0.2.1'))
