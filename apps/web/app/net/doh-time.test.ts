import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeDoh } from './doh-time.ts'
import type { Reached } from './reach.ts'

test('a resolver is asked twice, and the open connection counts', async (t) => {
  Object.assign(globalThis, { document: new EventTarget() })
  const asked: string[] = []
  let now = 0
  t.mock.method(performance, 'now', () => now)
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    asked.push(url)
    if (url.includes('dead')) throw new TypeError('failed')
    now += asked.filter((one) => one === url).length === 1 ? 60 : 5
    return new Response()
  })
  const timed: Record<string, Reached> = {}
  const resolvers = [
    { id: 'a', doh: 'https://a.example/dns-query' },
    { id: 'dead', doh: 'https://dead.example/dns-query' },
    { id: 'plain', doh: null },
  ]
  await timeDoh(resolvers, (id, reached) => (timed[id] = reached), new AbortController().signal)
  assert.deepEqual(asked.toSorted(), [
    'https://a.example/dns-query?dns=AAABAAABAAAAAAAAAAACAAE',
    'https://a.example/dns-query?dns=AAABAAABAAAAAAAAAAACAAE',
    'https://dead.example/dns-query?dns=AAABAAABAAAAAAAAAAACAAE',
  ])
  assert.equal(timed['dead']?.state, 'failed')
  assert.ok((timed['a']?.ms ?? 99) < 50, `${timed['a']?.ms} ms`)
  assert.ok(!('plain' in timed))
})
