import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpReport } from '@octet/core/probe/http.ts'
import { runTask, type TaskProbes } from './run-task.ts'

const never = (): never => assert.fail('only HTTP is asked for')
const options = { signal: new AbortController().signal, timeoutMs: 1_000 }

/** Methods that are asked with, of a server that answers HEAD with a status and GET with 200, and what is told. */
async function ask(method: 'GET' | 'HEAD' | undefined, ofHead: number): Promise<[asked: string[], status: number]> {
  const asked: string[] = []
  const report: TaskProbes['http']['report'] = (_url, { method: used = 'GET' } = {}) => {
    asked.push(used)
    return Promise.resolve({ status: used === 'HEAD' ? ofHead : 200 } as HttpReport)
  }
  const probes: TaskProbes = {
    ping: { ping: never, trace: never },
    dns: { query: never },
    http: { report },
    tls: { report: never },
  }
  const [result] = await Array.fromAsync(runTask({ type: 'http', target: 'https://example.com/', method }, probes, options))
  return [asked, (result as HttpReport).status]
}

for (const status of [405, 501])
  test(`a server that answers HEAD with ${status} is asked with GET`, async () =>
    assert.deepEqual(await ask(undefined, status), [['HEAD', 'GET'], 200]))

test('what HEAD says of the page stands', async () => {
  assert.deepEqual(await ask(undefined, 200), [['HEAD'], 200])
  assert.deepEqual(await ask(undefined, 503), [['HEAD'], 503])
})

test('who asks for one method gets its answer', async () => {
  assert.deepEqual(await ask('HEAD', 405), [['HEAD'], 405])
  assert.deepEqual(await ask('GET', 405), [['GET'], 200])
})
