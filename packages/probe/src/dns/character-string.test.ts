import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rr } from '../testing/dns-server.ts'
import { quote, toReadableData, toShownTexts } from './character-string.ts'
import { toDnsRecords } from './to-answer.ts'

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

const latin = (text: string) => Buffer.from(text).toString('latin1')

for (const [name, strings, shown] of [
  ['plain text', ['v=spf1 -all'], ['v=spf1 -all']],
  ['UTF-8', [latin('v=中文 – é')], ['v=中文 – é']],
  [
    'a letter over the end of a string stands where it begins',
    [latin('中').slice(0, 2), `${latin('中').slice(2)}x`],
    ['中', 'x'],
  ],
  ['over three strings', [...latin('😀')].concat('y'), ['😀', '', '', '', 'y']],
  ['Latin-1', ['caf\xe9', 'b'], [String.raw`caf\233`, 'b']],
  ['one string that is none makes the whole record bytes', [latin('é'), '\xff'], [String.raw`\195\169`, String.raw`\255`]],
  ['a mark at the beginning stays', [latin('\ufeffv')], ['\ufeffv']],
  ['a turned direction', [latin('a\u202eb')], [String.raw`a\226\128\174b`]],
  ['a control', [latin('a\u0085b')], [String.raw`a\194\133b`]],
  ['a surrogate, which is no UTF-8', ['\xed\xa0\x80'], [String.raw`\237\160\128`]],
  ['no string', [], []],
] as const)
  test(`shown: ${name}`, () => assert.deepEqual(toShownTexts(strings), shown))

test('all fields of an answer are shown so, whatever the type', () => {
  const letters = latin('中')
  const rows = [
    rr('a.', 'TXT', { texts: [letters.slice(0, 2), letters.slice(2)] }),
    rr('a.', 'CAA', { flags: 0, tag: 'issue', value: 'caf\xe9' }),
    rr('a.', 'HINFO', { cpu: letters, os: 'caf\xe9' }),
    rr('a.', 'NAPTR', { order: 1, preference: 1, flags: 'u', service: letters, regexp: 'caf\xe9', replacement: '.' }),
    rr('a.', 'URI', { priority: 1, weight: 1, target: latin('https://例子.example/') }),
    rr('a.', 'HTTPS', { priority: 1, target: '.', params: [{ key: 'alpn', value: letters }] }),
  ]
  const fields = Object.assign({}, ...toDnsRecords(rows).map((row) => row.fields)) as Record<string, unknown>
  assert.deepEqual(
    [fields['texts'], fields['value'], fields['cpu'], fields['os'], fields['service'], fields['regexp'], fields['params']],
    [['中', ''], String.raw`caf\233`, '中', String.raw`caf\233`, '中', String.raw`caf\233`, [{ key: 'alpn', value: '中' }]],
  )
  assert.equal(toDnsRecords(rows)[4]!.fields!['target'], 'https://例子.example/')
})
