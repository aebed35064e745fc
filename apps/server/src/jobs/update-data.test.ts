import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { readLastUpdate, writeLastUpdate, type LastUpdate } from '@octet/data/update-report.ts'
import type { RunningUpdate } from '@octet/data/start-update.ts'
import { readConfig } from '../config.ts'
import { findDue, startUpdateJob } from './update-data.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)
for (const [name, now, last, due] of [
  ['updated today: due tomorrow', '21T12:00', '21T03:41', '22T03:40'],
  ['missed while down: due at once', '21T12:00', '19T03:41', '21T03:40'],
  ['before the time of day: yesterday counts', '21T03:00', '20T03:41', '21T03:40'],
  ['never updated: waits for the time of day', '21T12:00', undefined, '22T03:40'],
  ['never updated, at the time of day: now', '21T03:40', undefined, '21T03:40'],
] as const)
  test(name, () => assert.equal(findDue('03:40', at(now), last && at(last)), at(due)))

const REPORT: LastUpdate = { startedAt: '', endedAt: '', sources: [], build: null, error: null }

test('one update at a time, and the next a day later', async () => {
  await using folder = await makeFolder()
  let nowMs = at('21T12:00')
  let started = 0
  let looks = 0
  let end = () => {}
  const start = (): RunningUpdate => {
    started++
    const startedAt = new Date(nowMs).toISOString()
    return {
      child: { kill: () => true } as unknown as RunningUpdate['child'],
      ended: new Promise((resolve) => {
        end = () =>
          void writeLastUpdate(folder.path, { ...REPORT, startedAt, endedAt: startedAt }).then(() =>
            resolve({ ...REPORT, startedAt }),
          )
      }),
    }
  }
  await writeLastUpdate(folder.path, { ...REPORT, startedAt: '2026-11-19T03:41:00Z', endedAt: '2026-11-19T03:42:00Z' })
  const config = readConfig({ OCTET_VAR: folder.path })
  await using _job = startUpdateJob({ config, log: pino({ level: 'silent' }), lookMs: 5, start, now: () => (looks++, nowMs) })
  await until(() => started === 1, 'what was missed is made up for')
  await sleep(60)
  assert.equal(started, 1, 'one at a time')
  end()
  const before = looks
  await until(() => looks > before + 5, 'it looks again')
  assert.equal(started, 1, 'not twice a day')
  nowMs += 86_400_000
  await until(() => started === 2, 'the next day')
  end()
  await until(async () => (await readLastUpdate(folder.path))?.startedAt === '2026-11-22T12:00:00.000Z', 'it is noted')
})

const toSource = (id: string, outcome: LastUpdate['sources'][number]['outcome']) => ({ id, outcome, reason: `${id}!`, rows: 0 })
for (const [name, report, expected] of [
  ['nothing new', {}, []],
  ['a build', { build: '20261121T120000Z', sources: [toSource('a', 'updated')] }, ['30 the address data has been updated']],
  [
    'sources away',
    { sources: [toSource('a', 'unreachable'), toSource('b', 'unreachable'), toSource('c', 'unchanged')] },
    ['40 sources cannot be reached; their last good files stay a,b'],
  ],
  ['a fault', { error: 'no room' }, ['50 the address data could not be updated; what is published stays']],
] as const)
  test(`the log says what an update came to: ${name}`, async () => {
    await using folder = await makeFolder()
    await writeLastUpdate(folder.path, { ...REPORT, startedAt: '2026-11-19T03:41:00Z' })
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const ended = writeLastUpdate(folder.path, { ...REPORT, startedAt: '2026-11-21T12:00:00Z' }).then(() => ({
      ...REPORT,
      ...report,
    }))
    let isStarted = false
    const start = (): RunningUpdate => {
      isStarted = true
      return { child: { kill: () => true } as unknown as RunningUpdate['child'], ended }
    }
    const config = readConfig({ OCTET_VAR: folder.path })
    await using _job = startUpdateJob({ config, log, lookMs: 400, start, now: () => at('22T12:00') })
    await until(() => isStarted, 'it begins')
    await ended // noted first by the job, which was there before
    const said = lines.map((line) => JSON.parse(line)).map(({ level, msg, sources }) => [level, msg, sources].join(' ').trim())
    assert.deepEqual(said, expected)
  })

/** Data of older rules, found at a start; `rebuild` counts how often it is asked. */
async function startOutdated(options: { operator?: object; last?: string; report?: Partial<LastUpdate> }) {
  const { operator = {}, last, report } = options
  const folder = await makeFolder()
  const path = join(folder.path, 'octet.json')
  await writeFile(path, JSON.stringify(operator))
  if (last !== undefined) await writeLastUpdate(folder.path, { ...REPORT, startedAt: last })
  const config = readConfig({ OCTET_VAR: folder.path, OCTET_CONFIG: path })
  const counts = { looks: 0, updates: 0, rebuilds: 0 }
  const lines: string[] = []
  const toRunning = (): RunningUpdate => ({
    child: { kill: () => true } as unknown as RunningUpdate['child'],
    ended: Promise.resolve({ ...REPORT, ...report }),
  })
  const job = startUpdateJob({
    config,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    rebuilds: true,
    lookMs: 5,
    start: () => (counts.updates++, toRunning()),
    rebuild: async () => (counts.rebuilds++, toRunning()),
    now: () => (counts.looks++, at('21T12:00')),
  })
  await until(() => counts.looks > 5, 'it looks several times')
  await job[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
  return { ...counts, said: lines.map((line) => JSON.parse(line)).map(({ level, msg }) => `${level} ${msg}`) }
}

const BEGUN = '30 older rules or packages made the address data: they are built anew, and serve meanwhile'
for (const [name, report, end] of [
  ['a build', { build: '20261121T120000Z' }, '30 the address data has been built anew'],
  ['a fault', { error: 'no room' }, '50 the address data could not be built anew; what is published stays'],
] as const)
  test(`data of older rules are built anew once after a start, and the log says so: ${name}`, async () => {
    const { updates, rebuilds, said } = await startOutdated({ report, last: '2026-11-21T03:41:00Z' })
    assert.deepEqual([updates, rebuilds, said], [0, 1, [BEGUN, end]])
  })

test('data of older rules are built anew where updates are off', async () => {
  const { updates, rebuilds } = await startOutdated({ operator: { updates: { isEnabled: false } }, last: '2026-11-01T03:41:00Z' })
  assert.deepEqual([updates, rebuilds], [0, 1])
})

test('an update that is due builds data of older rules anew, and no second build follows when it fails', async () => {
  const { updates, rebuilds } = await startOutdated({ last: '2026-11-19T03:41:00Z', report: { error: 'no room' } })
  assert.ok(updates > 0)
  assert.equal(rebuilds, 0)
})

test('where another instance is mirrored, its data stay as they are', async () => {
  const { rebuilds } = await startOutdated({ operator: { mirrorFrom: { url: 'http://127.0.0.1:1' } } })
  assert.equal(rebuilds, 0)
})
