import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { IBAN_STRUCTURES, toIbanLength } from './countries.ts'
import tool from './tool.ts'

const run = async (text: string) =>
  (await answerTool(tool, { text }, createTestHost())) as { isValid: boolean; problem?: string; expectedCheckDigits: string }

test('an IBAN is read in small letters, with its name before it, and its country in Chinese', async () => {
  const text = 'iban: gb29 nwbk 6016 1331 9268 19'
  const answer = (await answerTool(tool, { text }, createTestHost({ lang: 'zh' }))) as Record<string, unknown>
  assert.deepEqual([answer['isValid'], answer['text'], answer['country']], [true, 'GB29 NWBK 6016 1331 9268 19', '英国 (GB)'])
})

// Examples of the public registry, one per structure family.
for (const iban of [
  'AT611904300234573201',
  'BE68539007547034',
  'CH9300762011623852957',
  'ES9121000418450200051332',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'IT60X0542811101000000123456',
  'MT84MALT011000012345MTLCAST001S',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'PL61109010140000071219812874',
  'SA0380000000608010167519',
  'SE4550000000058398257466',
  'TR330006100519786457841326',
  'AE070331234567890123456',
  'BI4210000100010000332045181',
  'DJ2100010000000154000100186',
  'RU0304452522540817810538091310419',
  'SO211000001001000100141',
  'MN121234123456789123',
  'NI45BAPR00000013000003558124',
  'FK88SC123456789012',
  'OM810180000001299123456',
  'HN54PISA00000000000000123124',
  'YE15CBYE0001018861234567891234',
])
  test(`${iban} is valid`, async () => assert.deepEqual((await run(iban)).problem, undefined))

for (const [iban, problem] of [
  ['DE88370400440532013000', /must be 89/],
  ['DE8937040044053201300', /expected 22 characters, got 21/],
  ['NL91123A0417164300', /not in the places/],
  ['US00123456789', /does not use IBAN/],
] as const)
  test(`${iban}: ${problem.source}`, async () => assert.match((await run(iban)).problem ?? '', problem))

test('what is no IBAN at all is refused without repeating it', async () => {
  await assert.rejects(run('hello world'), (error: Error) => !error.message.includes('world'))
})

test('lengths lie between 15 and 34', () => {
  for (const country of Object.keys(IBAN_STRUCTURES)) {
    const length = toIbanLength(country)!
    assert.ok(length >= 15 && length <= 34, `${country} ${length}`)
  }
  assert.equal(toIbanLength('NO'), 15)
  assert.equal(toIbanLength('LC'), 32)
})

test('invisible characters that came along are left out', async () => {
  assert.equal((await run('\u202aDE89 3704 0044\u200b 0532 0130 00\u202c')).isValid, true)
})

test('an empty field is told as such', () => assert.rejects(run(' '), /got nothing$/))
