import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitNames } from './name-list.ts'

for (const [text, names] of [
  ['a.example\r\nb.example, a.EXAMPLE；c.example', ['a.EXAMPLE', 'b.example', 'c.example']],
  ['# ours\na.example # main\n#b.example\nhttps://c.example/#top', ['a.example', 'https://c.example/#top']],
  [' \n # nothing', []],
] as const)
  test(`the names of ${JSON.stringify(text)}`, () => assert.deepEqual(splitNames(text), names))
