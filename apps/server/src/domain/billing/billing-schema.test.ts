import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { Plans, toPrice } from '../plan/plans.ts'
import { isLoopback } from './providers/create-providers.ts'

const folder = await mkdtemp(join(tmpdir(), 'octet-plans-'))
after(() => rm(folder, { recursive: true }))

async function read(lines: readonly string[]) {
  const path = join(folder, 'octet.yaml')
  await writeFile(path, lines.join('\n'))
  return readConfig({ OCTET_CONFIG: path }).operator
}

test('without a file there are four plans, and a year costs ten months', async () => {
  const { plans } = await read([])
  const known = new Plans(plans)
  assert.deepEqual(known.ids, ['free', 'standard', 'business', 'enterprise'])
  assert.deepEqual([known.free?.requestsPerMonth, known.free?.extraPer1000], [50_000, undefined])
  for (const plan of known.all) assert.equal(toPrice(plan, 'yearly'), 10 * plan.monthlyPrice)
})

const KEY = 'x'.repeat(120)
for (const [name, lines, expected] of [
  [
    'a year dearer than twelve months',
    ['plans: [{ id: a, name: A, requestsPerMonth: 1, monthlyPrice: 100, yearlyPrice: 1201 }]'],
    /twelve months/,
  ],
  ['a price in fractions', ['plans: [{ id: a, name: A, requestsPerMonth: 1, monthlyPrice: 49.5 }]'], /monthlyPrice/],
  [
    'two plans of one id',
    ['plans: [{ id: a, name: A, requestsPerMonth: 1 }, { id: a, name: B, requestsPerMonth: 2 }]'],
    /every id once/,
  ],
  ['no plan', ['plans: []'], /plans/],
  ['an unknown database', ['plans: [{ id: a, name: A, requestsPerMonth: 1, databases: [weather] }]'], /databases/],
  ['a currency without hundredths', ['billing: { currency: JPY }'], /hundredths/],
  ['Alipay in dollars', [`billing: { alipay: { appId: "2026", privateKey: ${KEY}, alipayPublicKey: ${KEY} } }`], /CNY/],
  [
    'a secret that can be guessed',
    ['billing: { stripe: { secretKey: sk_test, webhookSecret: secret } }'],
    /at least 20 characters/,
  ],
  ['a misspelt setting', ['billing: { grace: 3 }'], /grace/],
] as const)
  test(`refused: ${name}`, () => assert.rejects(read(lines), expected))

for (const [origin, expected] of [
  ['http://localhost:3000', true],
  ['http://octet.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://0.0.0.0:3000', false],
  ['https://octet.example', false],
  ['https://localhost.example', false],
  ['https://127.0.0.1.example', false],
] as const)
  test(`${origin} is ${expected ? 'only here' : 'public'}`, () => assert.equal(isLoopback(origin), expected))
