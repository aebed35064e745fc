import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { MailCheck } from './mail-check.ts'

test('many callers at once have the server asked once, and again when the answer is old', async (context) => {
  let nowMs = 0
  context.mock.method(performance, 'now', () => nowMs)
  const answers = [true, false, true]
  let asked = 0
  const check = new MailCheck({ ask: async () => answers[asked++] ?? false })
  const isLate = () => Promise.all([check.isLate(), check.isLate()])
  assert.deepEqual([await isLate(), asked], [[false, false], 1])
  nowMs = 29_999
  assert.deepEqual([await isLate(), asked], [[false, false], 1])
  nowMs = 30_000
  assert.deepEqual([await isLate(), asked], [[true, true], 2])
  nowMs = 39_999
  assert.deepEqual([await isLate(), asked], [[true, true], 2])
  nowMs = 40_000
  assert.deepEqual([await isLate(), asked], [[false, false], 3])
})

test('a server that says nothing for 3 s is late, whatever it says then', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = Promise.withResolvers<boolean>()
  const check = new MailCheck({ ask: () => answer.promise })
  const said = check.isLate()
  let isSaid = false
  void said.then(() => (isSaid = true))
  context.mock.timers.tick(2_999)
  await setImmediate()
  assert.equal(isSaid, false)
  context.mock.timers.tick(1)
  assert.equal(await said, true)
  answer.resolve(true)
  await setImmediate()
  assert.equal(await check.isLate(), true)
})

test('what becomes of a mail: it goes, waits, can be read here, or stays', async () => {
  const told = async (options: ConstructorParameters<typeof MailCheck>[0]) => new MailCheck(options).outlook()
  assert.equal(await told({ ask: async () => true }), 'sent')
  assert.equal(await told({ ask: async () => false }), 'late')
  assert.equal(await told({ ask: undefined, hasOutbox: true }), 'sent')
  assert.equal(await told({ ask: undefined }), 'unsent')
})

test('a fault is no answer, and no server is no delay', async () => {
  assert.equal(await new MailCheck({ ask: () => Promise.reject(new Error('refused')) }).isLate(), true)
  assert.equal(await new MailCheck({ ask: undefined }).isLate(), false)
})
