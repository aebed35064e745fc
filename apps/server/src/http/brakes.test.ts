import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { Caller } from '@octet/core/endpoint.ts'
import { Brakes, createBrakeTables } from './brakes.ts'

const from = (address: string): Caller => ({ address, lang: 'en', plat: 'pc', requestId: '' })

/** How many of these attempts to log in are let through. */
function count(brakes: Brakes, attempts: readonly (readonly [string, string])[]): number {
  return attempts.filter(([address, email]) => {
    try {
      brakes.logIn(from(address), email)
      return true
    } catch {
      return false
    }
  }).length
}

const repeat = <T>(times: number, make: (index: number) => T): T[] => Array.from({ length: times }, (_, index) => make(index))

test('100 guesses of one client at one account: 6; the owner elsewhere is not slowed', () => {
  const brakes = new Brakes()
  assert.equal(
    count(
      brakes,
      repeat(100, () => ['198.51.100.1', 'owner@example.org'] as const),
    ),
    6,
  )
  assert.equal(count(brakes, [['203.0.113.9', 'owner@example.org']]), 1)
})

test('one client that goes through many accounts: 60', () => {
  assert.equal(
    count(
      new Brakes(),
      repeat(100, (index) => ['198.51.100.1', `u${index}@example.org`] as const),
    ),
    60,
  )
})

test('a whole /24 that goes through many accounts: 300', () => {
  const attempts = repeat(400, (index) => [`198.51.100.${index % 200}`, `u${index}@example.org`] as const)
  assert.equal(count(new Brakes(), attempts), 300)
})

test('addresses of one IPv6 /64 are one client', () => {
  const attempts = repeat(20, (index) => [`2001:db8:0:1::${(index + 1).toString(16)}`, 'owner@example.org'] as const)
  assert.equal(count(new Brakes(), attempts), 6)
})

const repeatNetworks = (times: number) => repeat(times, (index) => `2001:db8:7:${index.toString(16)}::1`)

test('a whole /48 of IPv6 that goes through many accounts: 300', () => {
  const attempts = repeatNetworks(400).map((address, index) => [address, `u${index}@example.org`] as const)
  assert.equal(count(new Brakes(), attempts), 300)
})

test('a /48 of IPv6 causes as many mails as 20 clients, and messages and maps likewise', () => {
  const brakes = new Brakes()
  const countWith = (take: (caller: Caller) => void, addresses: readonly string[]) =>
    addresses.filter((address) => {
      try {
        take(from(address))
        return true
      } catch {
        return false
      }
    }).length
  assert.equal(
    countWith((caller) => brakes.mail(caller), repeatNetworks(500)),
    400,
  )
  assert.equal(
    countWith((caller) => brakes.message(caller), repeatNetworks(200)),
    100,
  )
  assert.equal(
    countWith((caller) => brakes.map(caller), repeatNetworks(1_300)),
    1_200,
  )
  assert.equal(
    countWith((caller) => brakes.mail(caller), ['2001:db8:8::1']),
    1,
    'the next site has its own',
  )
})

test('a /48 of IPv6 probes as much as 20 clients; who has worked is not held up by neighbours', () => {
  const brakes = new Brakes()
  const clients = repeat(30, (index) => `2001:db8:7:${index.toString(16)}`)
  assert.equal(clients.filter((client) => brakes.probe(client, 120).isAllowed).length, 20)
  assert.ok(!brakes.probe('2001:db8:7:ffff', 1).isAllowed)
  assert.ok(brakes.probe('2001:db8:7:ffff', 1, { hasWorked: true }).isAllowed)
  assert.ok(brakes.probe('198.51.100.1', 120).isAllowed)
})

for (const [kind, burst, windowSeconds] of [
  ['address', 6, 120],
  ['client', 60, 300],
  ['network', 300, 300],
  ['code', 10, 3_000],
  ['mail', 20, 86_400],
  ['message', 5, 3_600],
  ['map', 60, 86_400],
  ['keep', 60, 86_400],
  ['probe', 120, 240],
  ['proof', 1, 900],
] as const)
  test(`${kind}: ${burst} in ${windowSeconds} s`, () => {
    const allowance = new Brakes().shared.get(`brake-${kind}`)
    assert.deepEqual([allowance?.usual.burst, allowance?.windowSeconds], [burst, windowSeconds])
  })

test('ten second factors are tried for an account, and ten more once its owner has come in', () => {
  const brakes = new Brakes()
  const tryTen = () => repeat(10, () => brakes.code('account'))
  tryTen()
  assert.throws(() => brakes.code('account'), { key: 'too_many_requests' })
  brakes.code('another')
  brakes.repayCode('account')
  tryTen()
  assert.throws(() => brakes.code('account'), { key: 'too_many_requests' })
})

test('what is kept counts by its size and its weeks', () => {
  const brakes = new Brakes()
  brakes.keep(from('198.51.100.1'), { bytes: 655_361, days: 35 }) // 51 of 60
  brakes.keep(from('198.51.100.1'), { bytes: 65_536, days: 63 })
  assert.throws(() => brakes.keep(from('198.51.100.1'), { bytes: 1, days: 1 }), { key: 'too_many_requests' })
})

test('another spelling of the address is the same account', () => {
  const spellings = ['a@example.org', 'A@Example.org', ' a@example.org', 'ａ@example.org']
  assert.equal(
    count(
      new Brakes(),
      repeat(20, (index) => ['198.51.100.1', spellings[index % 4] ?? ''] as const),
    ),
    6,
  )
})

test('threads share the brakes: together as many as one alone', async () => {
  const tables = createBrakeTables()
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    import { Brakes } from ${JSON.stringify(new URL('./brakes.ts', import.meta.url).href)}
    const brakes = new Brakes(workerData)
    let passed = 0
    for (let i = 0; i < 50; i++) try {
      brakes.logIn({ address: '198.51.100.1', lang: 'en', plat: 'pc', requestId: '' }, 'owner@example.org')
      passed++
    } catch {}
    parentPort.postMessage(passed)`
  const passed = await Promise.all(
    repeat(2, () => {
      const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: tables })
      return new Promise<number>((resolve, reject) => thread.once('message', resolve).once('error', reject))
    }),
  )
  assert.equal(passed[0]! + passed[1]!, 6)
})
