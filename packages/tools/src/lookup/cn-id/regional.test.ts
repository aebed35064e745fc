import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const ask = async (numbers: string) =>
  ((await answerTool(tool, { numbers }, createTestHost())) as { rows: Readonly<Record<string, unknown>>[] }).rows

// Specimens that are known from books and forms.
for (const [number, kind, county, sex] of [
  ['A123456(3)', 'hong-kong', null, null],
  ['G123456(A)', 'hong-kong', null, null],
  ['a1234563', 'hong-kong', null, null],
  ['A123456789', 'taiwan', 'Taipei', 'male'],
  ['F131104093', 'taiwan', 'New Taipei', 'male'],
  ['A800000014', 'taiwan-resident', 'Taipei', 'male'],
] as const)
  test(`${number} is right`, async () => {
    const [row] = await ask(number)
    assert.deepEqual([row?.['kind'], row?.['county'], row?.['sex'], row?.['problem']], [kind, county, sex, null])
  })

test('of all check digits exactly one is right', async () => {
  for (const [body, signs] of [
    ['Z987654', '0123456789A'],
    ['WX98765', '0123456789A'],
    ['ZA765432', '0123456789'],
    ['I29876543', '0123456789'],
    ['O91234567', '0123456789'],
  ] as const) {
    const whole = body.startsWith('WX') ? `${body}4` : body.startsWith('ZA') ? `${body}1` : body
    const rows = await ask(Array.from(signs, (sign) => whole + sign).join('\n'))
    const right = rows.filter(({ isValid }) => isValid)
    assert.equal(right.length, 1, whole)
    const wrong = rows.find(({ isValid }) => !isValid)
    assert.match(String(wrong?.['problem']), new RegExp(`^it should end in ${String(right[0]?.['number']).at(-1)}, not`))
  }
})

test('forms of neither are still told what is expected', async () => {
  for (const text of ['A12345678', 'ABC1234567', 'A323456789', 'AE12345678', 'A12345(3)'])
    assert.match(String((await ask(text))[0]?.['problem']), /A123456\(3\) or A123456789/, text)
})
