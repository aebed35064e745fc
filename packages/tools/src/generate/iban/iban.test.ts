import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { IBAN_STRUCTURES, toIbanLength } from './countries.ts'
import tool from './tool.ts'

type Row = Readonly<{ iban: string; isValid: boolean; problem: string | null; country: string | null }>
const runAll = async (text: string, lang: 'en' | 'zh' = 'en') =>
  (await answerTool(tool, { text }, createTestHost({ lang }))) as { rows: Row[]; valid: number }
const run = async (text: string): Promise<Row> => (await runAll(text)).rows[0]!

test('an IBAN is read in small letters, with its name before it, and its country in Chinese', async () => {
  const { rows } = await runAll('iban: gb29 nwbk 6016 1331 9268 19', 'zh')
  assert.equal((await run('Max Müller: GB29 NWBK 6016 1331 9268 19')).isValid, true)
  assert.deepEqual(
    rows.map(({ isValid, iban, country }) => [isValid, iban, country]),
    [[true, 'GB29 NWBK 6016 1331 9268 19', '英国 (GB)']],
  )
})

for (const [name, text] of [
  ['a column', 'DE89370400440532013000\r\n\nGB29 NWBK 6016 1331 9268 19\n NL91ABNA0417164301\n'],
  ['commas between', 'DE89370400440532013000,GB29NWBK60161331926819；NL91ABNA0417164301'],
  ['a row of cells', 'DE89370400440532013000\tGB29 NWBK 6016 1331 9268 19\tNL91ABNA0417164301'],
  ['blanks between', 'DE89 3704 0044 0532 0130 00 gb29nwbk60161331926819  NL91ABNA0417164301'],
] as const)
  test(`several are told one by one: ${name}`, async () => {
    const { rows, valid } = await runAll(text)
    assert.deepEqual(
      rows.map(({ iban, problem }) => [iban, problem]),
      [
        ['DE89 3704 0044 0532 0130 00', null],
        ['GB29 NWBK 6016 1331 9268 19', null],
        ['NL91 ABNA 0417 1643 01', 'the check digits must be 64'],
      ],
    )
    assert.equal(valid, 2)
  })

test('a line that is none is told among others', async () => {
  const { rows, valid } = await runAll('Ann\nDE89370400440532013000')
  assert.deepEqual(
    rows.map(({ iban, isValid }) => [iban, isValid]),
    [
      ['Ann', false],
      ['DE89 3704 0044 0532 0130 00', true],
    ],
  )
  assert.match(rows[0]!.problem ?? '', /^expected a country code/)
  assert.equal(valid, 1)
})

test('more than 500 are refused, in lines and on one line', async () => {
  for (const between of ['\n', ' ']) await assert.rejects(runAll(Array(501).fill('NO9386011117947').join(between)), /500 numbers/)
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
  test(`${iban} is valid`, async () => assert.deepEqual((await run(iban)).problem, null))

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
