import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { isRefusalOfMore, ServerQueue } from './server-queue.ts'

/** Milliseconds each caller was told to wait, by a clock that stands still: nobody waits for real. */
function standStill(t: TestContext) {
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  return { moveOn: (ms: number) => (now += ms) }
}

test('questions to one server keep their distance, other servers do not wait', async () => {
  const queue = new ServerQueue({ gapMs: 60 })
  const order: string[] = []
  const started = performance.now()
  const enter = async (server: string, name: string) => {
    await queue.enter(server, { timeoutMs: 60_000 })
    order.push(name)
    return performance.now() - started
  }
  const waits = await Promise.all([enter('a', 'first'), enter('a', 'second'), enter('a', 'third'), enter('b', 'other')])
  assert.deepEqual(order, ['first', 'other', 'second', 'third'])
  assert.ok(waits[1]! >= 55 && waits[2]! >= 115, waits.join())
})

test('who would wait longer than there is time for is told so, and takes no turn', async (t) => {
  const clock = standStill(t)
  const queue = new ServerQueue({ gapMs: 100 })
  await queue.enter('a', { timeoutMs: 1000 })
  await assert.rejects(queue.enter('a', { timeoutMs: 20 }), (error: Error) => /many are asking a/.test(error.message))
  clock.moveOn(100)
  await queue.enter('a', { timeoutMs: 0 })
})

test('a server that has had enough is left alone for its rest', async (t) => {
  const clock = standStill(t)
  const queue = new ServerQueue({ gapMs: 0, restMs: 80 })
  queue.rest('a')
  await assert.rejects(queue.enter('a', { timeoutMs: 5000 }), { key: 'unavailable' })
  clock.moveOn(90)
  await queue.enter('a', { timeoutMs: 10 })
})

test('one who leaves while waiting', async () => {
  const queue = new ServerQueue({ gapMs: 5000 })
  await queue.enter('a', { timeoutMs: 1000 })
  const abort = new AbortController()
  const waiting = queue.enter('a', { timeoutMs: 9000, signal: abort.signal })
  abort.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
})

test('only so many servers are remembered', async () => {
  const queue = new ServerQueue({ gapMs: 60_000, limit: 2 })
  for (const server of ['a', 'b', 'c']) await queue.enter(server, { timeoutMs: 10 })
  await queue.enter('a', { timeoutMs: 10 })
  await assert.rejects(queue.enter('c', { timeoutMs: 10 }), { key: 'unavailable' })
})

const SAYINGS: readonly [string, boolean][] = [
  ['WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS', true],
  ['Your connection limit exceeded. Please slow down and try again later.', true],
  ['%ERROR:201: access denied: you have reached your daily query limit', true],
  ['Error: Too many requests. Please wait', true],
  ['Quota exceeded', true],
  ['Queried interval is too short.', true],
  ['% Excessive querying, grace period of 30 seconds.', true],
  ['Number of allowed queries exceeded.', true],
  ['Requests of this client are not permitted.', true],
  ['%ERROR:306: connections exceeded', true],
  ['Your query is too often.', true],
  ['You have been banned for abuse.', true],
  ['Your access has been restricted due to excessive access, please wait a bit', true],
  ['您的查询过于频繁，请稍后再试。', true],
  ['No match for "EXAMPLE.COM".', false],
  ['Domain Name: EXAMPLE.COM\nRegistrar: A\n\nQueries are subject to a rate limit.', false],
  [`inetnum: 192.0.2.0 - 192.0.2.255\nremarks: query limit`, false],
  ['', false],
  ['You have exceeded allowed connection rate', true],
  ['You exceeded the maximum allowable number of whois lookups.', true],
  ['Maximum queries per hour reached', true],
  ['Your IP 192.0.2.1 is blocked', true],
  ['-2: Access denied', true],
  ['%ERROR:202: access denied', true],
  ['Permission denied.', true],
  ['%ERROR:230: too fast', true],
  ['Your request is being rate limited', true],
  ['Ratelimit exceeded', true],
  ['The WHOIS server is temporarily busy', true],
  ['Sorry, you have reached the maximum number of lookups', true],
  ['Query limitation is 100 times in 24 hours', true],
  ['Too many connection attempts.', true],
  ['Please try again in 60 seconds', true],
  ['Due to abuse your access is denied', true],
  ['请求过于频繁', true],
  ['The domain name example.xyz is blocked', false],
]
for (const [text, expected] of SAYINGS)
  test(`“${text.slice(0, 40)}” ${expected ? 'refuses' : 'is an answer'}`, () => assert.equal(isRefusalOfMore(text), expected))
