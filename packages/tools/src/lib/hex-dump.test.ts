import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { findDumpedHex } from './hex-dump.ts'

const read = (text: string) => findDumpedHex(text)?.replaceAll(/\s/g, '')

for (const [name, text, digits] of [
  [
    'xxd',
    '00000000: 4869 2c20 6465 6164 2062 6565 6620 6162  Hi, dead beef ab\n00000010: 6364 0a                                  cd.',
    '48692c2064656164206265656620616263640a',
  ],
  [
    'hexdump -C',
    '00000000  48 69 2c 20 64 65 61 64  20 62 65 65 66 20 61 62  |Hi, dead beef ab|\n00000010  63 64 0a                                          |cd.|\n00000013',
    '48692c2064656164206265656620616263640a',
  ],
  [
    'Wireshark',
    '0000   48 69 2c 20 64 65 61 64 20 62 65 65 66 20 61 62   Hi, dead beef ab\n0010   63 64 0a                                          cd.',
    '48692c2064656164206265656620616263640a',
  ],
  ['od -tx1z of eight bytes a line', '000000  48 69 0a 48 69 0a 61 62\n000008  63', '48690a48690a616263'],
  [
    'a line from the middle',
    '00000020: 6162 6364 6566 0a00 6162 6364 6566 0a00  abcdef..abcdef..',
    '6162636465660a006162636465660a00',
  ],
  ['eight bytes whose text looks like bytes', '00000000: 6162 6364 6566 6162                      abcdefab', '6162636465666162'],
] as const)
  test(`${name}: only the bytes are read`, () => {
    assert.equal(read(text), digits)
    assert.equal(findDumpedHex(text)?.length, text.length, 'digits stay in their places')
  })

for (const text of [
  '48 65 6c 6c 6f',
  '48656c6c  6f20776f',
  'deadbeef: 1',
  '0000 words',
  '00000000: 4869\n*\n00000020: 4869',
  '00000000: 4869\n00000010: 4869',
  '',
])
  test(`“${text.slice(0, 24).replace('\n', ' ')}” is no whole dump`, () => assert.equal(findDumpedHex(text), undefined))

test('a line longer than any program writes is none of a dump', () => {
  assert.equal(read(`00000000: 4869${' '.repeat(400)}Hi`), '4869')
  assert.equal(read(`00000000: 4869${' '.repeat(600)}Hi`), undefined)
})

test('what xxd and hexdump write is read', (t) => {
  const content = Buffer.from(Array.from({ length: 200 }, (_, at) => (at * 37) & 0xff))
  const [xxd, hexdump] = [run('xxd', []), run('hexdump', ['-C'])]
  if (xxd === undefined && hexdump === undefined) return t.skip('neither is installed')
  for (const dump of [xxd, hexdump]) if (dump !== undefined) assert.equal(read(dump), content.toString('hex'))

  function run(command: string, words: readonly string[]): string | undefined {
    const { stdout, error } = spawnSync(command, words, { input: content, encoding: 'utf8' })
    return error ? undefined : stdout
  }
})
