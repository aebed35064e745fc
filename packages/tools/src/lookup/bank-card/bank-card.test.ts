import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { BINS, findIssuer } from './banks.ts'
import { checkLuhn } from './luhn.ts'
import tool from './tool.ts'

test('every BIN has six digits and one bank', () => {
  for (const bin of BINS) assert.match(bin, /^\d{6}$/)
  assert.equal(new Set(BINS).size, BINS.length)
  assert.equal(findIssuer('6222021234567890')?.bank.zh, '中国工商银行')
})

const VALID = ['4111111111111111', '378282246310005', '5555555555554444', '79927398713', '30569309025904']
for (const digits of VALID) test(`${digits} passes Luhn`, () => assert.equal(checkLuhn(digits).isValid, true))

test('one wrong digit is always found among the fixes', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 11, maxLength: 18 })
  fc.assert(
    fc.property(digits, fc.nat(17), fc.integer({ min: 1, max: 9 }), (body, at, step) => {
      const whole = body + checkLuhn(`${body}0`).checkDigit
      assert.equal(checkLuhn(whole).isValid, true)
      const place = at % whole.length
      const right = Number(whole[place])
      const wrong = [...whole].with(place, String((right + step) % 10)).join('')
      const { isValid, singleFixes } = checkLuhn(wrong)
      assert.equal(isValid, false)
      assert.equal(singleFixes[place]!.to, right)
    }),
  )
})

test('exchanged neighbours are found', () => {
  const { swaps } = checkLuhn('5454545454545445')
  assert.ok(swaps.some(({ result }) => result === '5454545454545454'))
})

for (const [number, network, hint] of [
  ['411111111111111', 'Visa', /^15 digits; this network has 16 or 18 or 19$/],
  ['4111111111111112', 'Visa', /^If the others are right, the last digit is 1\. One wrong digit: 1: 4→/],
  ['4111111111111111', 'Visa', /^null$/],
  ['9999990000000004', null, /the last digit is/],
] as const)
  test(`${number}: ${network ?? 'no network'}, ${hint.source}`, async () => {
    const { cards } = (await answerTool(tool, { numbers: number }, createTestHost())) as { cards: Record<string, unknown>[] }
    assert.equal(cards[0]?.['network'], network)
    assert.match(String(cards[0]?.['hint']), hint)
  })

test('UnionPay is checked by Luhn too', async () => {
  const { cards } = (await answerTool(tool, { numbers: '6222021234567890123\n622202' }, createTestHost({ lang: 'zh' }))) as {
    cards: Record<string, unknown>[]
  }
  assert.deepEqual(
    [cards[0]!['network'], cards[0]!['isValid'], cards[0]!['bank'], cards[0]!['kind']],
    ['UnionPay', false, '中国工商银行', 'debit'],
  )
  assert.deepEqual([cards[1]!['isComplete'], cards[1]!['isLuhnValid'], cards[1]!['bank']], [false, null, '中国工商银行'])
})

test('the first cards of Ping An Bank are credit cards, one as the other', () =>
  assert.deepEqual(
    ['622155', '622156', '622157'].map((bin) => findIssuer(bin)?.kind),
    ['credit', 'credit', 'credit'],
  ))

test('every number of the table belongs to a network: UnionPay, but for two that Visa shares', async () => {
  const networks = new Map<string, string>()
  for (let at = 0; at < BINS.length; at += 100) {
    const numbers = BINS.slice(at, at + 100).join('\n')
    const { cards } = (await answerTool(tool, { numbers }, createTestHost())) as { cards: { bin6: string; network: string }[] }
    for (const { bin6, network } of cards) networks.set(bin6, network)
  }
  assert.equal(networks.size, BINS.length)
  assert.deepEqual(
    [...networks].filter(([, network]) => network !== 'UnionPay'),
    [
      ['436742', 'Visa'],
      ['410062', 'Visa'],
    ],
  )
})

for (const shown of ['6222 0212 3456 7890 128', '4111 1111 1111 1111', '3782 822463 10005', '9999 9999 9999'])
  test(`a number is written as on the card: ${shown}`, async () => {
    const { cards } = (await answerTool(tool, { numbers: shown.replaceAll(' ', '') }, createTestHost())) as {
      cards: { number: string }[]
    }
    assert.equal(cards[0]?.number, shown)
  })

for (const [numbers, digits] of [
  ['4111 1111 1111 1111 exp 12/29 CVV 123', '4111 1111 1111 1111'],
  ['卡号：4111-1111-1111-1111，', '4111 1111 1111 1111'],
  ['1) 4111  1111  1111  1111', '4111 1111 1111 1111'],
] as const)
  test(`only the number is read of “${numbers}”`, async () => {
    const { cards } = (await answerTool(tool, { numbers }, createTestHost())) as { cards: { number: string; isValid: boolean }[] }
    assert.deepEqual(
      cards.map(({ number, isValid }) => [number, isValid]),
      [[digits, true]],
    )
  })

test('a text without digits is no card', () =>
  assert.rejects(answerTool(tool, { numbers: 'abc' }, createTestHost()), { key: 'bad_input' }))

test('a number that a spreadsheet has rounded is told as one', async () => {
  const { cards } = (await answerTool(tool, { numbers: '4.11111E+15\n6222020200000000000' }, createTestHost())) as {
    cards: { hint: string | null }[]
  }
  assert.match(cards[0]?.hint ?? '', /last digits are lost/)
  assert.doesNotMatch(cards[1]?.hint ?? '', /last digits are lost/)
})
