import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@octet/core/testing/until.ts'
import { mergeLanes } from './merge-lanes.ts'

async function* count(name: string, everyMs: number, total: number, onEnd = () => {}) {
  try {
    for (let i = 1; i <= total; i++) {
      await sleep(everyMs)
      yield `${name}${i}`
    }
  } finally {
    onEnd()
  }
}

test('values come as they arrive, a failure leaves the others running', async () => {
  const failed = Promise.withResolvers<void>()
  const late = async function* () {
    await failed.promise
    yield* count('a', 1, 3)
  }
  const broken = async function* () {
    yield 'x1'
    throw new Error('broken')
  }
  const seen: string[] = []
  for await (const arrived of mergeLanes([late(), broken()])) {
    seen.push('value' in arrived ? arrived.value : 'error' in arrived ? `error ${arrived.lane}` : `done ${arrived.lane}`)
    if ('error' in arrived) failed.resolve()
  }
  assert.deepEqual(seen, ['x1', 'error 1', 'a1', 'a2', 'a3', 'done 0'])
})

test('leaving the loop closes every stream', async () => {
  const ended: string[] = []
  const streams = ['a', 'b'].map((name) => count(name, 2, 1000, () => ended.push(name)))
  for await (const arrived of mergeLanes(streams)) if ('value' in arrived && arrived.value === 'a2') break
  await until(() => ended.length === 2, 'both are closed')
})
