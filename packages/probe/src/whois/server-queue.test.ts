import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefusalOfMore, ServerQueue } from './server-queue.ts'

test('questions to one server keep their distance, other servers do not wait', async () => {
  const queue = new ServerQueue({ gapMs: 60 })
  const started = performance.now()
  const at = async (server: string) => {
    await queue.enter(server, { timeoutMs: 1000 })
    return performance.now() - started
  }
  const [first, second, third, other] = await Promise.all([at('a'), at('a'), at('a'), at('b')])
  assert.ok(first! < 40 && other! < 40, `${first} ${other}`)
  assert.ok(second! >= 55 && third! >= 115, `${second} ${third}`)
})

test('who would wait longer than there is time for is told so, and takes no turn', async () => {
  const queue = new ServerQueue({ gapMs: 100 })
  await queue.enter('a', { timeoutMs: 1000 })
  await assert.rejects(queue.enter('a', { timeoutMs: 20 }), (error: Error) => /many are asking a/.test(error.message))
  const started = performance.now()
  await queue.enter('a', { timeoutMs: 1000 })
  assert.ok(performance.now() - started < 180)
})

test('a server that has had enough is left alone for its rest', async () => {
  const queue = new ServerQueue({ gapMs: 0, restMs: 80 })
  queue.rest('a')
  await assert.rejects(queue.enter('a', { timeoutMs: 5000 }), { key: 'unavailable' })
  await new Promise((resolve) => setTimeout(resolve, 90))
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
  ['No match for "EXAMPLE.COM".', false],
  ['Domain Name: EXAMPLE.COM\nRegistrar: A\n\nQueries are subject to a rate limit.', false],
  [`inetnum: 192.0.2.0 - 192.0.2.255\nremarks: query limit`, false],
  ['', false],
]
for (const [text, expected] of SAYINGS)
  test(`“${text.slice(0, 40)}” ${expected ? 'refuses' : 'is an answer'}`, () => assert.equal(isRefusalOfMore(text), expected))
