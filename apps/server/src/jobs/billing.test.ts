import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import type { Billing } from '../domain/billing/billing.ts'
import type { Database } from '../storage/database.ts'
import { startBillingJob } from './billing.ts'

/** A sandbox that counts how often it is asked, and a database whose words are given by hand. */
function start(answers: (() => Promise<boolean>)[], { isListening = true } = {}) {
  let asked = 0
  let tell = (): void => {}
  const billing = {
    sandbox: {},
    hearSandbox: () => {
      asked++
      return answers.shift()?.() ?? Promise.resolve(false)
    },
  } as unknown as Billing
  const database = { isListening, listen: (_: string, heed: () => void) => (tell = heed) } as unknown as Database
  const job = startBillingJob({ billing, database, log: pino({ level: 'silent' }) })
  return { count: () => asked, tell: () => tell(), [Symbol.asyncDispose]: () => job[Symbol.asyncDispose]() }
}

const yes = async () => true

test('the sandbox is asked until it has nothing to say, and again from a word on', async () => {
  await using sandbox = start([yes, yes])
  await until(() => sandbox.count() === 3, 'asked thrice')
  await sleep(600)
  assert.equal(sandbox.count(), 3)
  sandbox.tell()
  await until(() => sandbox.count() === 4, 'asked once more')
  await sleep(600)
  assert.equal(sandbox.count(), 4)
})

test('a word that comes while it is asked is not lost, nor is one before a failure', async () => {
  const answer = Promise.withResolvers<boolean>()
  await using sandbox = start([() => answer.promise, () => Promise.reject(new Error('away'))])
  await until(() => sandbox.count() === 1, 'asked')
  sandbox.tell()
  answer.resolve(false)
  await until(() => sandbox.count() === 3, 'asked thrice')
})

test('where no words are heard it is asked all the time', async () => {
  await using sandbox = start([], { isListening: false })
  await until(() => sandbox.count() === 3, 'asked thrice')
})
