import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { planSchema } from '../plan/plan-schema.ts'
import { toLineWords, toShare, toTax, type OrderLine } from './order-lines.ts'
import { addPeriods, toMonth } from './periods.ts'
import { toPlanLine, toQuote, toSums, type Holding } from './quote.ts'

const [free, small, large] = [
  { id: 'free', name: 'FREE', requestsPerMonth: 1 },
  { id: 'small', name: 'Small', requestsPerMonth: 10, monthlyPrice: 3_000 },
  { id: 'large', name: 'Large', requestsPerMonth: 100, monthlyPrice: 30_000 },
].map((plan) => planSchema.parse(plan)) as [Plan, Plan, Plan]
type Plan = ReturnType<typeof planSchema.parse>

const now = new Date('2026-04-16T00:00:00Z')
const until = new Date('2026-05-01T00:00:00Z') // half of a month of 30 days is left
const paid = { until, price: 3_000 }
const holds = (plan: Plan, rest: Partial<Holding> = {}): Holding => ({ plan, period: 'monthly', paid: undefined, ...rest })

for (const [name, holding, plan, period, expected] of [
  ['nothing → free', undefined, free, 'monthly', { kind: 'free' }],
  ['free → free', holds(free), free, 'yearly', { kind: 'same' }],
  ['small → small', holds(small, { paid }), small, 'monthly', { kind: 'same' }],
  ['free → small: the whole price', holds(free), small, 'monthly', { kind: 'subscribe', total: 3_000 }],
  ['free → small by the year: ten months', holds(free), small, 'yearly', { kind: 'subscribe', total: 30_000 }],
  ['small → large: half of both prices', holds(small, { paid }), large, 'monthly', { kind: 'upgrade', total: 13_500, until }],
  [
    'small → small by the year: the rest is taken off',
    holds(small, { paid }),
    small,
    'yearly',
    { kind: 'upgrade', total: 28_500, until: new Date('2027-04-16T00:00:00Z') },
  ],
  ['large → small: later', holds(large, { paid }), small, 'monthly', { kind: 'later' }],
  ['small → free: later', holds(small, { paid }), free, 'monthly', { kind: 'later' }],
  ['a year → a month: later', holds(small, { period: 'yearly', paid }), large, 'monthly', { kind: 'later' }],
  [
    'paid time over → the whole price',
    holds(small, { paid: { until: now, price: 1 } }),
    large,
    'monthly',
    { kind: 'subscribe', total: 30_000 },
  ],
  ['given by the operator → the whole price', holds(large), small, 'monthly', { kind: 'subscribe', total: 3_000 }],
] as const)
  test(name, () => {
    const quote = toQuote(holding, { plan, period }, now)
    assert.equal(quote.kind, expected.kind)
    if ('total' in expected) assert.equal('lines' in quote && toSums(quote.lines, undefined).total, expected.total)
    if ('until' in expected) assert.deepEqual(quote.kind === 'upgrade' && quote.coversUntil, expected.until)
  })

for (const [name, holding, plan, period, [en, zh]] of [
  [
    'a larger plan amid a month',
    holds(small, { paid }),
    large,
    'monthly',
    ['Large, the rest of the period until 2026-05-01', 'Large 套餐，当前周期剩余时间（至 2026-05-01）'],
  ],
  ['a year in place of a month', holds(small, { paid }), small, 'yearly', ['Small, one year', 'Small 套餐，一年']],
  ['a first month', undefined, small, 'monthly', ['Small, one month', 'Small 套餐，一个月']],
] as const)
  test(`the line of ${name} says what is paid for: ${en}`, () => {
    const quote = toQuote(holding, { plan, period }, now)
    const [line] = 'lines' in quote ? quote.lines : []
    assert.deepEqual([toLineWords(line!, 'en'), toLineWords(line!, 'zh')], [en, zh])
  })

test('the line of a part that an older version wrote is not called a whole month', () => {
  assert.equal(
    toLineWords({ ...toPlanLine(large, 'monthly'), amount: 15_000 } as OrderLine, 'en'),
    'Large, the rest of the period',
  )
})

test('a month that ends earlier than its day is as long as it is: half of 28 days is half', () => {
  const rest = { until: new Date('2026-02-28T00:00:00Z'), price: 3_000, day: 31 }
  const quote = toQuote(holds(small, { paid: rest }), { plan: large, period: 'monthly' }, new Date('2026-02-14T00:00:00Z'))
  assert.deepEqual('lines' in quote && toSums(quote.lines, undefined).total, 13_500)
})

test('tax comes on top of the sum of the lines', () => {
  const lines = [3_000, -1_000].map((amount) => ({ ...toPlanLine(small, 'monthly'), amount }))
  const tax = { name: 'VAT', percent: 19 }
  assert.deepEqual(toSums(lines, tax), { net: 2_000, tax: 380, total: 2_380 })
})

test('no upgrade costs less than nothing or more than the new price', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: 1, max: 40 * 24 }), (before, after, hours) => {
      const bigger = planSchema.parse({ id: 'b', name: 'B', requestsPerMonth: 11, monthlyPrice: after + 1 })
      const rest = { until: new Date(now.getTime() + hours * 3_600_000), price: before }
      const quote = toQuote(holds(small, { paid: rest }), { plan: bigger, period: 'monthly' }, now)
      const { net } = toSums('lines' in quote ? quote.lines : [], undefined)
      assert.ok(quote.kind === 'upgrade' && net >= 0 && net <= after + 1)
    }),
  )
})

test('shares are rounded half up and exact for large sums', () => {
  assert.equal(toShare(5, 1, 2), 3)
  assert.equal(toShare(1_000_000_000_00, 2_592_000_000 - 1, 2_592_000_000), 99_999_999_961)
  assert.equal(toTax(1_05, 19), 20)
  assert.equal(toTax(10_000_00, 1.15), 115_00, '1.15 × 100 is a little less than 115 to a computer')
})

for (const [from, period, count, to] of [
  ['2026-01-31', 'monthly', 1, '2026-02-28'],
  ['2028-01-31', 'monthly', 1, '2028-02-29'],
  ['2028-02-29', 'yearly', 1, '2029-02-28'],
  ['2026-03-15', 'monthly', -1, '2026-02-15'],
  ['2026-12-15', 'monthly', 1, '2027-01-15'],
] as const)
  test(`${from} + ${count} ${period} → ${to}`, () =>
    assert.equal(addPeriods(new Date(`${from}T10:00:00Z`), period, { count }).toISOString(), `${to}T10:00:00.000Z`))

const LINES: readonly [OrderLine, en: string, zh: string][] = [
  [{ kind: 'plan', plan: 'Pro', period: 'monthly', price: 900, amount: 900 }, 'Pro, one month', 'Pro 套餐，一个月'],
  [{ kind: 'plan', plan: 'Pro', period: 'yearly', price: 900, amount: 900 }, 'Pro, one year', 'Pro 套餐，一年'],
  [
    { kind: 'plan', plan: 'Pro', period: 'monthly', price: 900, amount: 899 },
    'Pro, the rest of the period',
    'Pro 套餐，当前周期剩余时间',
  ],
  [{ kind: 'unused', plan: 'Pro', amount: -300 }, 'Unused time of Pro', 'Pro 套餐剩余时间抵扣'],
  [
    { kind: 'extra', month: '2026-10-01', quantity: 3, unitPrice: 50, amount: 150 },
    'Extra requests in 2026-10, in thousands',
    '2026-10 超额请求（每千次）',
  ],
]
for (const [line, en, zh] of LINES)
  test(`an invoice says “${en}”`, () => assert.deepEqual([toLineWords(line, 'en'), toLineWords(line, 'zh')], [en, zh]))

test('a month is named by its first day, in UTC', () => {
  assert.equal(toMonth(new Date('2026-10-31T23:59:59.999Z')), '2026-10-01')
  assert.equal(toMonth(new Date('2026-11-01T00:00:00Z')), '2026-11-01')
})
