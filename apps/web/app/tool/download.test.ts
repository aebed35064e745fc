import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { bytes, toJsonSchema } from '@octet/core/field.ts'
import { toDownload } from './download.ts'

const cardOf = (schema: z.ZodType) => ({ id: 'demo', output: toJsonSchema(schema, 'output') })

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
