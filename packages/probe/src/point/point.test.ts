import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { PingResult } from '@octet/core/probe/ping.ts'
import { toBackoffMs } from './backoff.ts'
import { runJob, toTaskError } from './run-job.ts'
import type { TaskProbes } from './run-task.ts'

test('waits double up to a minute, and are spread over their second half', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 7, 40].map((tries) => toBackoffMs(tries, () => 1)),
    [1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000],
  )
  assert.equal(
    toBackoffMs(3, () => 0),
    4_000,
  )
})

const result = (sent: number, isComplete: boolean): PingResult => ({
  target: 'example.com',
  address: '192.0.2.1',
  otherAddresses: [],
  protocol: 'icmp',
  port: null,
  step: 'tcp',
  sent,
  received: sent,
  lossPercent: 0,
  minMs: 1,
  avgMs: 1,
  maxMs: 1,
  medianMs: 1,
  p95Ms: 1,
  mdevMs: 0,
  jitterMs: 0,
  packets: [],
  reason: null,
  isComplete,
})
const never = (): never => assert.fail('only ping is asked for')
const withPing = (ping: TaskProbes['ping']['ping']): TaskProbes => ({
  ping: { ping, trace: never },
  dns: { query: never },
  http: { report: never },
  tls: { report: never },
})
const TASK = { type: 'ping', target: 'example.com', protocol: 'icmp', packets: 3 } as const
const run = (probe: TaskProbes, timeoutMs = 1_000) => {
  const told: number[] = []
  const job = runJob(TASK, probe, {
    signal: new AbortController().signal,
    timeoutMs,
    onProgress: (value) => told.push((value as PingResult).sent),
  })
  return { job, told }
}

test('the first part is told at once, the next only after half a second, the whole at the end', async () => {
  const { job, told } = run(
    withPing(async function* () {
      yield result(1, false)
      yield result(2, false)
      yield result(3, true)
    }),
  )
  assert.equal(((await job) as PingResult).sent, 3)
  assert.deepEqual(told, [1])
})

test('a probe that hangs is timed out', async () => {
  const { job } = run(
    withPing(async function* ({ signal }) {
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      yield result(1, true)
    }),
    50,
  )
  await assert.rejects(job, { key: 'timed_out' })
})

test('an answer too large for a frame is an error', async () => {
  const { job } = run(
    withPing(async function* () {
      yield { ...result(1, true), target: 'x'.repeat(300_000) }
    }),
  )
  await assert.rejects(job, { key: 'too_large' })
})

test('known errors keep their words in both languages, others show none', () => {
  const { key, message } = toTaskError(new AppError('name_not_found', { got: 'a.example' }))
  assert.deepEqual([key, message.zh], ['name_not_found', '域名“a.example”没有解析到任何地址'])
  assert.doesNotMatch(JSON.stringify(toTaskError(new Error('/etc/secret'))), /secret/)
})
