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

const ENDINGS = { json: { to: ['json'] }, py: { to: ['python'] } }
const endingRows: [input: Readonly<Record<string, unknown>>, name: string, type: string][] = [
  [{ to: 'json' }, 'demo.json', 'application/json;charset=utf-8'],
  [{ to: 'python' }, 'demo.py', 'text/plain;charset=utf-8'],
  [{ to: 'other' }, 'demo.yaml', 'application/yaml;charset=utf-8'],
]
for (const [input, name, type] of endingRows)
  test(`what is written as ${String(input.to)} is saved as ${name}`, () => {
    const card = cardOf(z.object({ text: z.string().meta({ language: 'yaml', endings: ENDINGS, main: true }) }))
    const file = toDownload(card, { text: 'a' }, input)
    assert.deepEqual([file.name, file.type], [name, type])
  })

test('a picture that says so is saved in place of the text in it', async () => {
  const card = cardOf(z.object({ text: z.string(), image: z.string().optional().meta({ saved: true }) }))
  assert.equal(toDownload(card, { text: 'a', image: 'data:image/png;base64,QQ==' }).name, 'demo.png')
  assert.equal(toDownload(card, { text: 'a' }).name, 'demo.txt')
})

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
