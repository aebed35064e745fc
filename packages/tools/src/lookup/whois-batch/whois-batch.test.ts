import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { createChanges, withChanges } from '@octet/core/list-changes.ts'
import type { Host } from '@octet/core/host.ts'
import type { WhoisObject, WhoisOptions, WhoisResult } from '@octet/core/probe/whois.ts'
import { answerTool, runTool, toToolCost } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const RESULT: WhoisResult = {
  query: '',
  kind: 'domain',
  unicode: null,
  source: 'rdap',
  askedAt: '2026-01-02T03:04:05.000Z',
  isRegistered: true,
  registrar: { name: 'Registrar, Inc.', ianaId: '376', url: null },
  created: '1995-08-14T04:00:00Z',
  updated: null,
  expires: '2026-01-20T04:00:00Z',
  ageDays: 11_000,
  daysLeft: 18,
  statuses: [{ code: 'clientHold', meaning: null }],
  nameServers: ['a.example.net', 'b.example.net'],
  isSigned: false,
  network: null,
  abuse: null,
  contacts: [],
  redactions: [],
  notes: [],
  raw: [],
}

/** A host whose registry says what the test says of a name. */
function createHost(answer: (name: string) => Partial<WhoisResult>) {
  const asked: [name: string, options: WhoisOptions][] = []
  const whois = {
    async find({ name }: WhoisObject, { isBrief, isFresh }: WhoisOptions) {
      asked.push([name, { isBrief, isFresh }])
      await new Promise((resolve) => setTimeout(resolve, 1))
      return { ...RESULT, query: name, ...answer(name) }
    },
  }
  return { asked, host: createTestHost({ probe: { whois } } as unknown as Partial<Host>) }
}

type Output = { rows: { name: string; state: string; error: string | null; registrar: string | null }[]; [name: string]: unknown }
const run = async (names: string, host: Host) => (await answerTool(tool, { names }, host)) as Output

test('each registration is asked for once, at the registry alone, and what is no domain says so', async () => {
  const { asked, host } = createHost((name) =>
    name === 'free.example' ? { isRegistered: false, expires: null, daysLeft: null } : {},
  )
  const text = 'www.example.com，mail.example.com\nhttps://EXAMPLE.com/x\nfree.example 192.0.2.1\n例子.测试'
  const result = await run(text, host)
  assert.deepEqual(asked, [
    ['example.com', { isBrief: true, isFresh: false }],
    ['free.example', { isBrief: true, isFresh: false }],
    ['xn--fsqu00a.xn--0zwm56d', { isBrief: true, isFresh: false }],
  ])
  assert.deepEqual(
    result.rows.map(({ name, state }) => [name, state]),
    [
      ['example.com', 'registered'],
      ['free.example', 'free'],
      ['192.0.2.1', 'failed'],
      ['xn--fsqu00a.xn--0zwm56d', 'registered'],
    ],
  )
  assert.match(result.rows[2]?.error ?? '', /a list holds domains only/)
  assert.deepEqual([result.total, result.done, result.soon, result.isComplete], [4, 4, 2, true])
})

test('a name of which nothing is known says why', async () => {
  const notes = [{ en: 'The registry keeps it back.', zh: '注册局保留。' }]
  const { host } = createHost((name) => (name === 'kept.example' ? { isRegistered: null, notes } : { notes }))
  const { rows } = await run('kept.example a.example', host)
  assert.deepEqual(
    rows.map(({ state, error }) => [state, error]),
    [
      ['unknown', 'The registry keeps it back.'],
      ['registered', null],
    ],
  )
})

test('the whole is a CSV and a calendar of what expires', async () => {
  const { host } = createHost((name) => (name === 'b.example' ? { daysLeft: -3 } : {}))
  const { csv, calendar } = (await run('a.example\nb.example', host)) as { csv?: string; calendar?: string }
  assert.deepEqual(csv?.split('\r\n'), [
    'name,unicode,state,registrar,created,expires,daysLeft,statuses,nameServers,isSigned,source,askedAt,error',
    'a.example,,registered,"Registrar, Inc.",1995-08-14T04:00:00Z,2026-01-20T04:00:00Z,18,clientHold,a.example.net b.example.net,false,rdap,2026-01-02T03:04:05.000Z,',
    'b.example,,registered,"Registrar, Inc.",1995-08-14T04:00:00Z,2026-01-20T04:00:00Z,-3,clientHold,a.example.net b.example.net,false,rdap,2026-01-02T03:04:05.000Z,',
  ])
  assert.deepEqual(calendar?.match(/SUMMARY:.*/g), ['SUMMARY:a.example expires'], 'what has expired is no date to come')
})

test('a registry that fails hides no other, rows come as they answer', async () => {
  const { host } = createHost((name) => {
    if (name === 'b.example') throw new AppError('target_failed', { reason: 'no' })
    return {}
  })
  const states: Output[] = []
  for await (const state of runTool(tool, { names: 'a.example\nb.example' }, host)) states.push(state as Output)
  assert.deepEqual(
    states.at(-1)?.rows.map(({ state, error }) => [state, error !== null]),
    [
      ['registered', false],
      ['failed', true],
    ],
  )
  assert.equal(states[0]?.['isComplete'], false)
})

test('of five hundred names a stream tells each twice, not each time that one has answered', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  // Four at once, of a registry that answers every 800 ms.
  let asked = 0
  const whois = {
    async find({ name }: WhoisObject) {
      const ms = Math.min(++asked, 4) * 800
      await new Promise((resolve) => setTimeout(resolve, ms))
      return { ...RESULT, query: name }
    },
  }
  const names = Array.from({ length: 500 }, (_, index) => `name-${index}.example`).join('\n')
  const toTold = createChanges(tool.output)
  const sizes = { whole: 0, told: 0, values: 0 }
  let [answer, whole]: unknown[] = []
  const read = async () => {
    for await (answer of runTool(tool, { names }, createTestHost({ probe: { whois } } as unknown as Partial<Host>))) {
      const told = JSON.stringify(toTold(answer))
      sizes.whole += JSON.stringify(answer).length
      sizes.told += told.length
      sizes.values++
      whole = withChanges(whole, JSON.parse(told))
      assert.equal((whole as Output).rows.length, 500)
    }
  }
  const state = { isOver: false }
  const reading = read().finally(() => (state.isOver = true))
  while (!state.isOver) {
    context.mock.timers.tick(400)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await reading
  assert.deepEqual(whole, answer)
  context.diagnostic(JSON.stringify(sizes))
  assert.ok(sizes.values > 400 && sizes.told < 1_000_000, JSON.stringify(sizes))
})

test('a list has an end, an empty one none', async () => {
  const { asked, host } = createHost(() => ({}))
  const names = Array.from({ length: 501 }, (_, index) => `a${index}.example`).join('\n')
  await assert.rejects(run(names, host), { key: 'too_large' })
  await assert.rejects(run(' ,\n', host), { key: 'bad_input' })
  assert.deepEqual(asked, [])
})

const COSTS: readonly [string, number][] = [
  ['a.example b.example c.example', 6],
  ['www.a.example a.example', 2],
  ['192.0.2.1', 2],
  ['', 1],
]
for (const [names, units] of COSTS)
  test(`“${names}” costs ${units} units`, () => assert.equal(toToolCost(tool, { names }), units))
