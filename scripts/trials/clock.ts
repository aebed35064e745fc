import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { startAlone, type Alone } from './alone.ts'
import { countAllUsed } from './customer.ts'
import { findDatabaseUrl } from './find-database-url.ts'
import { Load } from './load.ts'

/** Intercepts the clocks of a program (Debian: apt-get install faketime). */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const JUMPS = ['+3h', '-3h', '+0'] as const
const ROUND_MS = 8_000
const JOB_LIMIT_MS = 30_000

/** The clock of the program jumps by hours, there and back, under load; the one of its database goes on as it was. */
export async function run(): Promise<BenchRow[]> {
  if (!existsSync(FAKETIME)) return [{ name: 'clock jumps: needs faketime', value: 0, unit: '' }]
  const folder = await mkdtemp(join(tmpdir(), 'octet-clock-'))
  const clock = join(folder, 'clock')
  await writeFile(clock, '+0')
  await using product = await startAlone({
    operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 } },
    env: { LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_CACHE_DURATION: '1', DONT_FAKE_MONOTONIC: '1' },
  })
  const key = await product.addKey('enterprise')
  const token = await logIn(product)
  await spendMails(product)
  let acknowledged = 0
  const onAnswer = (status: number) => void (acknowledged += status === 200 ? 1 : 0)
  const load = new Load({
    origin: product.origin,
    headers: { authorization: `Bearer ${key}` },
    clients: 4,
    pauseMs: 5,
    onAnswer,
  })
  const states: State[] = []
  for (const jump of JUMPS) {
    await load.reach(load.counts.requests + 200)
    await writeFile(clock, jump)
    await sleep(ROUND_MS)
    states.push(await look(product, { key, token }))
  }
  const { requests } = await load.stop()
  await sleep(4_000) // the last counts are written each second
  const counted = await countAllUsed(await findDatabaseUrl(product))
  const charged = acknowledged + JUMPS.length // a job of one line each time
  await rm(folder, { recursive: true })
  const count = (is: (state: State) => boolean) => states.filter(is).length
  const none = (value: number) => ({ value, budget: { text: '0', isMet: value === 0 } })
  const hours = new Set(states.map(({ hour }) => hour)).size
  return [
    {
      name: 'clock by 3 h forward, 6 h back, 3 h forward: times seen in answers',
      value: hours,
      unit: 'hours',
      budget: { text: '3', isMet: hours === 3 },
    },
    { name: `errors of ${requests.toLocaleString('en')} keyed lookups`, unit: 'requests', ...none(load.errors) },
    { name: 'sessions that ended for it', unit: 'times', ...none(count(({ isLoggedIn }) => !isLoggedIn)) },
    { name: 'a spent brake that opened for it', unit: 'times', ...none(count(({ isBraked }) => !isBraked)) },
    { name: 'jobs that were not done within 30 s', unit: 'jobs', ...none(count(({ isJobDone }) => !isJobDone)) },
    {
      name: `charged ${charged.toLocaleString('en')}, counted ${counted.toLocaleString('en')}: difference`,
      unit: 'units',
      ...none(counted - charged),
    },
    { name: 'faults logged', unit: 'lines', ...none(product.faults.length) },
  ]
}

type State = { hour: string; isLoggedIn: boolean; isBraked: boolean; isJobDone: boolean }

async function look(product: Alone, { key, token }: { key: string; token: string }): Promise<State> {
  const { headers } = await fetch(`${product.origin}/livez`)
  const user = await post(product, 'user_info', { headers: { token } })
  const forgot = await forget(product)
  return {
    hour: new Date(headers.get('date') ?? '').toISOString().slice(0, 13),
    isLoggedIn: user.status === 200 && user.data?.['user'] !== null,
    isBraked: forgot === 429,
    isJobDone: await runJob(product, key),
  }
}

/** A job of one line; whether it is done in time, by the clock that does not jump. */
async function runJob(product: Alone, key: string): Promise<boolean> {
  const headers = { 'x-api-key': key, 'content-type': 'text/plain' }
  const { data } = await post(product, 'jobs', { headers, body: '8.8.8.8' })
  for (const end = performance.now() + JOB_LIMIT_MS; performance.now() < end; await sleep(200)) {
    const response = await fetch(`${product.origin}/v1/jobs/${String(data?.['id'])}`, { headers: { 'x-api-key': key } })
    const answer = (await response.json()) as { data?: { state?: string } }
    if (answer.data?.state === 'done') return true
  }
  return false
}

async function logIn(product: Alone): Promise<string> {
  const [email, password] = ['clock@example.org', 'a trial of the clock']
  await product.addUser({ email, password })
  const { data } = await post(product, 'account/log_in', { body: JSON.stringify({ email, password }) })
  return String(data?.['token'])
}

const forget = async (product: Alone) =>
  (await post(product, 'account/forgot', { body: JSON.stringify({ email: 'nobody@example.org' }) })).status

/** Asks for mails until there are no more today. */
async function spendMails(product: Alone): Promise<void> {
  for (let asked = 0; asked < 30; asked++) if ((await forget(product)) === 429) return
  throw new Error('expected a brake on mails after 30, got none')
}

type Answer = { status: number; data?: Record<string, unknown> }

async function post(
  { origin }: Alone,
  path: string,
  { headers = {}, body = '{}' }: { headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  const response = await fetch(`${origin}/v1/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const { data } = (await response.json()) as { data?: Record<string, unknown> }
  return { status: response.status, ...(data && { data }) }
}
