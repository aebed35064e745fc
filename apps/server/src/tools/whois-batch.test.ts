import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host } from '@octet/core/host.ts'
import { createFetcher } from '@octet/probe/http/fetch.ts'
import { guard, listen, REGISTRY } from '@octet/probe/testing/whois-server.ts'
import { createWhoisProbe } from '@octet/probe/whois/whois-probe.ts'
import whoisBatch from '@octet/tools/lookup/whois-batch/tool.ts'
import { runTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'

const GAP_MS = 400
/** Clocks are not of one mind about when a wait is over. */
const SLACK_MS = 50

type Output = { readonly done: number; readonly rows: readonly { readonly name: string; readonly state: string }[] }

test('a list keeps the turns at a registry, asks the root once, and is shown as it is answered', async () => {
  const asked: { readonly name: string; readonly at: number }[] = []
  let rootQuestions = 0
  await using root = await listen((socket) => {
    rootQuestions++
    socket.end('refer: whois.registry.example\n')
  })
  const { port } = root
  await using registry = await listen(
    async (socket, line) => {
      const name = (await line).trim()
      asked.push({ name, at: performance.now() })
      socket.end(name === 'free.com' ? 'No match for "FREE.COM".\n' : REGISTRY.replaceAll('EXAMPLE.COM', name.toUpperCase()))
    },
    { host: '127.0.0.2', port },
  )
  assert.ok(registry)
  const whois = createWhoisProbe({ guard, fetcher: createFetcher({ guard }), root: 'whois.root.example', port })
  const host = createTestHost({ probe: { whois } } as unknown as Partial<Host>)
  const names = ['a.com', 'www.a.com', 'b.com', 'free.com', 'c.com', 'd.com']
  const states: Output[] = []
  const startedAt = performance.now()
  for await (const state of runTool(whoisBatch, { names: names.join('\n') }, host)) states.push(state as Output)

  assert.deepEqual(
    states.at(-1)?.rows.map(({ name, state }) => `${name} ${state}`),
    ['a.com registered', 'b.com registered', 'free.com free', 'c.com registered', 'd.com registered'],
  )
  assert.deepEqual([asked.length, new Set(asked.map(({ name }) => name)).size], [5, 5])
  assert.equal(rootQuestions, 1)
  assert.ok(asked.at(-1)!.at - startedAt > (asked.length - 1) * GAP_MS - SLACK_MS, 'one turn after the other')
  const counts = states.map(({ done }) => done)
  assert.ok(
    counts.some((done) => done > 0 && done < 5),
    `rows come one after the other: ${counts.join(' ')}`,
  )
  assert.deepEqual(
    counts.toSorted((a, b) => a - b),
    counts,
  )
})
