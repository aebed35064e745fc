import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { toCheckSign } from './citizen.ts'
import { readCreditCode } from './credit-code.ts'
import { REGIONS } from './regions.ts'
import { readNumber, toPlain } from './read-number.ts'
import tool from './tool.ts'

const TODAY = new Date('2026-01-02T03:04:05Z')
type Row = Record<string, unknown>
const ask = async (numbers: string, lang: 'en' | 'zh' = 'en') =>
  (await answerTool(tool, { numbers }, createTestHost({ lang }))) as { rows: Row[]; valid: number }

test('every province has two names', () => {
  assert.equal(REGIONS.size, 35)
  for (const [code, { en, zh }] of REGIONS) assert.ok(/^[1-8][1-7]|50$/.test(code) && en && zh, code)
})

// GB 11643 annex A, and numbers as specimens of permits have them.
for (const [number, kind, region, birth, sex] of [
  ['11010519491231002X', 'citizen', 'Beijing', '1949-12-31', 'female'],
  ['440524188001010014', 'citizen', 'Guangdong', '1880-01-01', 'male'],
  ['810000199408230021', 'residence', 'Hong Kong', '1994-08-23', 'female'],
  ['830000199201300022', 'residence', 'Taiwan', '1992-01-30', 'female'],
  ['911124198108030024', 'foreign', 'Beijing', '1981-08-03', 'female'],
  ['１１０１０５　１９４９１２３１－００２ｘ', 'citizen', 'Beijing', '1949-12-31', 'female'],
] as const)
  test(`${number} is right`, async () => {
    const { rows, valid } = await ask(number)
    const [row] = rows
    assert.deepEqual([row?.['kind'], row?.['region'], row?.['birth'], row?.['sex'], valid], [kind, region, birth, sex, 1])
  })

// GB/T 2260 of today, of 2016, of 2008 and of 2002; a county of 1984 under a prefecture that is a city now; a code of no county.
for (const [code, county] of [
  ['110105', '朝阳区'],
  ['350102', '福州市鼓楼区'],
  ['429004', '仙桃市'],
  ['441901', '东莞市'],
  ['110103', '崇文区 (former)'],
  ['330103', '杭州市下城区 (former)'],
  ['442801', null],
  ['330199', '杭州市'],
  ['110000', null],
  ['710101', null],
] as const)
  test(`numbers that begin with ${code} are of ${county ?? 'no county that is known'}`, async () => {
    const body = `${code}19800101001`
    assert.equal((await ask(body + toCheckSign(body))).rows[0]?.['county'], county)
  })

test('a number is read behind its name', async () => {
  for (const text of [
    '身份证号：11010519491231002X',
    'ID number: 110105 19491231 002x',
    '张三 11010519491231002X',
    '张三11010519491231002x',
    '11010519491231002X 欧阳娜娜',
    '张三\t11010519491231002X\t男',
  ])
    assert.deepEqual(
      [(await ask(text)).rows[0]?.['number'], (await ask(text)).rows[0]?.['isValid']],
      ['11010519491231002X', true],
    )
})

test('a number of 15 digits is written with 18', async () => {
  const { rows } = await ask('110105491231002')
  assert.deepEqual([rows[0]?.['kind'], rows[0]?.['full']], ['old', '11010519491231002X'])
})

for (const [number, problem] of [
  ['110105194912310021', /^it should end in X, not 1$/],
  ['990105194912310021', /region/],
  ['11010519490231002X', /there is no date 19490231/],
  ['110105202701020021', /2027-01-02 is in the future/],
  ['91350100M000100Y44', /^it should end in 3, not 4$/],
  ['91350100I000100Y43', /codes never contain the letter I/],
  ['Q1350100M000100Y43', /^there is no registration authority Q$/],
  ['91000000M000100Y43', /no region/],
  ['12345', /expected 18 characters/],
  ['11010519491231002', /^its last character is missing, which would be X$/],
] as const)
  test(`${number} is wrong, and why`, async () => {
    const { rows, valid } = await ask(number)
    assert.match(String(rows[0]?.['problem']), problem)
    assert.equal(valid, 0)
  })

test('the age is one year less until the birthday', async () => {
  const ageOf = async (day: string) => {
    const body = `110105${day}002`
    return (await ask(body + toCheckSign(body))).rows[0]?.['age']
  }
  assert.deepEqual([await ageOf('20000102'), await ageOf('20000103'), await ageOf('20260102')], [26, 25, 0])
})

// GB 32100 annex, and codes that public registers show.
for (const [code, office, entity, county] of [
  ['91350100M000100Y43', '工商', '企业', '福州市'],
  ['91110000600037341L', '工商', '企业', null],
  ['9144030071526726XG', '工商', '企业', '深圳市'],
  ['914403001922038216', '工商', '企业', '深圳市'],
  ['91330100799655058B', '工商', '企业', '杭州市'],
  ['91310000132260250X', '工商', '企业', null],
  ['91100000100003962T', '工商', '企业', null],
] as const)
  test(`${code} is right`, async () => {
    const { rows } = await ask(code, 'zh')
    assert.deepEqual([rows[0]?.['isValid'], rows[0]?.['office'], rows[0]?.['entity']], [true, office, entity])
    assert.equal(rows[0]?.['county'], county)
  })

test('a code whose last sign fits is wrong where that of the organisation does not', async () => {
  const body = '91440300715267261'
  const check = readCreditCode(`${body}0`)?.check
  const { rows } = await ask(body + check)
  assert.equal(rows[0]?.['problem'], 'the organisation code 71526726 in it should end in X, not 1')
})

test('eighteen digits are what they are right as', () => {
  assert.equal(readNumber('911101081020162548', TODAY)?.kind, 'organisation')
  assert.equal(readNumber('440524188001010014', TODAY)?.kind, 'citizen')
  assert.equal(readNumber('110105194912310021', TODAY)?.kind, 'citizen')
})

test('one wrong digit is always noticed, and so are exchanged neighbours', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
  const order = fc.integer({ min: 1, max: 999 })
  fc.assert(
    fc.property(days, order, fc.nat(16), fc.integer({ min: 1, max: 9 }), (day, count, at, step) => {
      const body = `110105${day.toISOString().slice(0, 10).replaceAll('-', '')}${String(count).padStart(3, '0')}`
      const last = toCheckSign(body)
      const other = [...body].with(at, String((Number(body[at]) + step) % 10)).join('')
      assert.notEqual(toCheckSign(other), last)
      const [a, b] = [body[at]!, body[at + 1] ?? body[at]!]
      if (a !== b)
        assert.notEqual(
          toCheckSign(
            [...body]
              .with(at, b)
              .with(at + 1, a)
              .join(''),
          ),
          last,
        )
    }),
  )
})

for (const written of ["'11010519491231002X", '"11010519491231002x"', '\u202d110105\u00a019491231\u00a0002Ｘ\u202c'])
  test(`${JSON.stringify(written)} is read as it is meant`, () => assert.equal(toPlain(written), '11010519491231002X'))
