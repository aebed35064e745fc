import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toExampleWords } from './example-words.ts'
import { toFields } from './schema.ts'

const fields = toFields({
  properties: {
    text: { type: 'string', main: true },
    kind: { enum: ['word'], label: { en: 'Kind', zh: '类型' }, options: { word: { en: 'passphrase', zh: '口令短语' } } },
    length: { type: 'integer', unit: 'B', label: { en: 'Length', zh: '长度' } },
    width: { type: 'integer', unit: 'columns', label: { en: 'Width', zh: '宽度' } },
    unique: { type: 'boolean', label: { en: 'No repeats', zh: '不重复' } },
    key: { type: 'string', secret: true },
  },
})

const rows: [outcome: string, Record<string, unknown>, { value: string; options: string }][] = [
  ['its main value in one line', { text: 'a\n b' }, { value: 'a b', options: '' }],
  [
    'its options in words where it has no main value',
    { kind: 'word', length: 3 },
    { value: '', options: '类型 口令短语 · 长度 3 B' },
  ],
  ['a unit in words of the language', { width: 80 }, { value: '', options: '宽度 80 列' }],
  ['a switch only where it is on', { unique: true, text: '' }, { value: '', options: '不重复' }],
  ['nothing of a switch that is off, of a secret, of an empty input', { unique: false, key: 'k' }, { value: '', options: '' }],
]
for (const [outcome, input, words] of rows)
  test(`an example shows ${outcome}`, () => {
    assert.deepEqual(
      toExampleWords(fields, input, ({ zh }) => zh),
      words,
    )
  })
