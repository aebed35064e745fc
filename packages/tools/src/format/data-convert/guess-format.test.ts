import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseJsonTree } from '../../lib/json/tree.ts'
import { FORMATS, writeData } from './formats.ts'
import { guessFormat } from './guess-format.ts'

for (const [text, format] of [
  ['', 'json'],
  ['{"a":1}', 'json'],
  ['  [1, 2]', 'json'],
  ['[1]', 'json'],
  ['[true]', 'json'],
  ['["a"]', 'json'],
  ['[[1]]', 'json'],
  ['"text"', 'json'],
  ['-1.5e3', 'json'],
  ['{"a":1}\n{"a":2}', 'json'],
  ['<?xml version="1.0"?>\n<a/>', 'xml'],
  ['name,age\nAnn,3', 'csv'],
  ['name;age\n"Bo; Jr";4', 'csv'],
  ['name\tage\nAnn\t3', 'csv'],
  ['id,time\n1,10:20:30', 'csv'],
  ['url,note\nhttps://x.example/,ok', 'csv'],
  ['姓名,年龄\n张三,3', 'csv'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'markdown'],
  ['a | b\n--- | ---:\n1 | 2', 'markdown'],
  ['# Stock\n\n| a | b |\n|:--|:-:|\n', 'markdown'],
  ['[server]\nport = 80', 'toml'],
  ['# a comment\n[[item]]\nname = "x"', 'toml'],
  ['title = "x"', 'toml'],
  ['a.b = [1, 2]', 'toml'],
  ['key: value', 'yaml'],
  ['# a comment\nservices:\n  web:\n    image: nginx', 'yaml'],
  ['- a\n- b', 'yaml'],
  ['---\na: 1', 'yaml'],
  ['url: https://x.example/?a=1,2', 'yaml'],
  ['"quoted key": 1', 'yaml'],
  ['rows[2]{id,name}:\n  1,Ann\n  2,Bo', 'toon'],
  ['[3]: 1,2,3', 'toon'],
] as const)
  test(`${JSON.stringify(text)} is ${format}`, () => assert.equal(guessFormat(text), format))

test('what is written in a format is known again as of it', async () => {
  const cell = fc.oneof(fc.integer(), fc.boolean(), fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/))
  const rows = fc.array(fc.record({ id: fc.nat(), name: cell, note: cell }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...FORMATS), async (items, format) => {
      const node = parseJsonTree(JSON.stringify(format === 'toml' || format === 'xml' ? { items } : items))
      const text = await writeData(node, format, { indent: '  ', delimiter: undefined, isFlat: true })
      assert.equal(guessFormat(text), format, text)
    }),
  )
})

test('blanks without end, brackets and dashes are told in time', { timeout: 20_000 }, () => {
  for (const start of ['[', '[a', '-|-', '|', '"a', 'a', 'a =', '- a'])
    for (const filling of [' ', ' .', '-', '|-', '"']) assert.ok(guessFormat(`${start}${filling.repeat(16_000)}x`))
})

test('a long text is told by its beginning', () => {
  const row = `${'x'.repeat(90)},1\n`
  assert.equal(guessFormat(row.repeat(50_000)), 'csv')
})
