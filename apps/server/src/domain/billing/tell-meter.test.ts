import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { openBillingDesk, type BillingDesk } from '../../testing/billing-desk.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { insertMeterEvent, listDueMeterEvents } from '../../storage/queries/meter-events.ts'
import { SandboxProvider } from './providers/sandbox.ts'

const HOUR_MS = 3_600_000
type Word = { readonly id: string; readonly units: number }

/** A sandbox with a meter that counts each id once within a day, as Stripe's does. */
class MeteredSandbox extends SandboxProvider {
  readonly counted: Word[] = []
  asked = 0
  /** What goes wrong: the answer is lost after the event was counted, or before, or the event is refused. */
  fault: 'answer lost' | 'ask lost' | 'refused' | undefined
  #takenAtMs = new Map<string, number>()

  async meter({ id, units }: Word): Promise<void> {
    this.asked++
    const nowMs = desk.clock.now.getTime()
    if (this.fault === 'refused') throw new AppError('not_now', { reason: { en: 'no such meter', zh: '没有此计量器' } })
    if (this.fault !== 'ask lost' && nowMs - (this.#takenAtMs.get(id) ?? -Infinity) > 24 * HOUR_MS) {
      this.#takenAtMs.set(id, nowMs)
      this.counted.push({ id, units })
    }
    if (this.fault) throw new AppError('unavailable', { reason: { en: 'no answer', zh: '无应答' }, retryAfter: 30 })
  }
}

let storage: TestStorage
let desk: BillingDesk
let sandbox: MeteredSandbox
before(async () => {
  storage = await startStorage()
  desk = openBillingDesk(storage.url, {
    providers: (database) => [(sandbox = new MeteredSandbox(database, { now: () => desk.clock.now.getTime() }))],
  })
})
after(async () => {
  await desk[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

/** An event of 3,000 units that waits to be told; what the meter has counted of it, and whether it waits still. */
async function addEvent() {
  const orderId = randomUUID()
  const nowMs = desk.clock.now.getTime()
  const event = { orderId, provider: 'sandbox', customerRef: 'cus_1', units: 3_000, attempts: 0, askedAtMs: null }
  await desk.database.run((queries) => insertMeterEvent(queries, { ...event, nextAtMs: nowMs, billedAtMs: nowMs }))
  return async () => {
    const waiting = await desk.database.run((queries) => listDueMeterEvents(queries, Number.MAX_SAFE_INTEGER))
    const units = sandbox.counted.filter(({ id }) => id === `extra-${orderId}`).map(({ units: each }) => each)
    return { units, isWaiting: waiting.some((each) => each.orderId === orderId) }
  }
}

async function pass(ms: number): Promise<void> {
  desk.clock.now = new Date(desk.clock.now.getTime() + ms)
  await desk.billing.close()
}

for (const fault of ['ask lost', 'answer lost'] as const)
  test(`${fault}: the meter is told again, after a pause, and counts the units once`, async () => {
    const read = await addEvent()
    sandbox.fault = fault
    await pass(0)
    assert.equal((await read()).isWaiting, true)
    const { asked } = sandbox
    await pass(1_000)
    assert.equal(sandbox.asked, asked, 'not at once')
    await pass(HOUR_MS)
    sandbox.fault = undefined
    await pass(HOUR_MS)
    assert.deepEqual(await read(), { units: [3_000], isWaiting: false })
    await pass(48 * HOUR_MS)
    assert.deepEqual(await read(), { units: [3_000], isWaiting: false })
  })

test('a process that ends between the ask and its answer leaves an event that is told again and counted once', async () => {
  const read = await addEvent()
  // What is in the tables while the ask is under way is all that the next process has.
  let seen: object[] = []
  const { meter } = sandbox
  sandbox.meter = async (word: Word) => {
    await meter.call(sandbox, word)
    seen = await desk.database.run((queries) => listDueMeterEvents(queries, Number.MAX_SAFE_INTEGER))
    throw new Error('killed')
  }
  await pass(0)
  sandbox.meter = meter
  assert.partialDeepStrictEqual(seen, [{ attempts: 1, askedAtMs: desk.clock.now.getTime() }])
  await pass(HOUR_MS)
  assert.deepEqual(await read(), { units: [3_000], isWaiting: false })
})

test('when the id is heeded no more, an event that may have been taken is left alone', async () => {
  const read = await addEvent()
  sandbox.fault = 'answer lost'
  await pass(0)
  sandbox.fault = undefined
  await pass(25 * HOUR_MS)
  assert.deepEqual(await read(), { units: [3_000], isWaiting: false })
})

test('one that was refused, and so not taken, is told whenever the meter is set up, for a month', async () => {
  const [read, readOther] = [await addEvent(), await addEvent()]
  sandbox.fault = 'refused'
  for (const days of [0, 2, 2]) await pass(days * 24 * HOUR_MS)
  assert.deepEqual(await read(), { units: [], isWaiting: true })
  sandbox.fault = undefined
  await pass(HOUR_MS)
  assert.deepEqual(
    [await read(), await readOther()],
    Array.from({ length: 2 }, () => ({ units: [3_000], isWaiting: false })),
  )
  sandbox.fault = 'refused'
  const readLate = await addEvent()
  await pass(0)
  sandbox.fault = undefined
  await pass(35 * 24 * HOUR_MS)
  assert.deepEqual(await readLate(), { units: [], isWaiting: false })
})
