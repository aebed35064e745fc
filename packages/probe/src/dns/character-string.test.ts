import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quote, toReadableData } from './character-string.ts'

const toData = (...texts: string[]) => texts.map((text) => quote(Buffer.from(text).toString('latin1'))).join(' ')

for (const [name, data, readable] of [
  ['Chinese', String.raw`"v=\228\184\173\230\150\135"`, '"v=中文"'],
  ['an emoji between quotes', toData('a "😀" b'), String.raw`"a \"😀\" b"`],
  ['a letter over the end of a string', String.raw`"a\228\184" "\173b"`, '"a中b"'],
  ['two strings', toData('中文', '文字'), '"中文文字"'],
  ['a backslash before digits', String.raw`"\\228\\184\\173"`, String.raw`"\\228\\184\\173"`],
  ['Latin-1, which is no UTF-8', String.raw`"caf\233"`, String.raw`"caf\233"`],
  ['control characters', String.raw`"\007\194\133"`, String.raw`"\007\194\133"`],
  ['a turned direction', toData('a\u202eb'), toData('a\u202eb')],
  ['plain text', '"v=spf1 -all"', '"v=spf1 -all"'],
] as const)
  test(`readable: ${name}`, () => assert.equal(toReadableData(data), readable))
