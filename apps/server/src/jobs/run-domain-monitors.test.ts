import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { WhoisProbe } from '@octet/core/probe/whois.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { UNHURRIED } from '@octet/probe/testing/unhurried.ts'
import { guard as loopback, listen, serveRdap } from '@octet/probe/testing/whois-server.ts'
import { createWhoisProbe } from '@octet/probe/whois/whois-probe.ts'
import { putAccount } from '../testing/put-account.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'
import { startMonitorJob } from './run-monitors.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS + 3_600_000).toISOString()
const toRdap = (expires: string | null) => ({
  objectClassName: 'domain',
  status: ['active'],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    ...(expires === null ? [] : [{ eventAction: 'expiration', eventDate: expires }]),
  ],
})

/** A registry for .com that speaks RDAP, and a WHOIS server for all others. */
async function startRegistries() {
  const says = { rdap: toRdap(inDays(200)) as object | number, whois: '' }
  const asked: string[] = []
  const rdap = await serveRdap(({ url = '' }, response) => {
    if (url === '/dns.json') return void response.end(JSON.stringify({ services: [[['com'], [rdap.base]]] }))
    asked.push(url)
    if (typeof says.rdap === 'number') response.writeHead(says.rdap).end()
    else response.end(JSON.stringify(says.rdap))
  })
  const port43 = await listen((socket, line) => {
    void line.then((text) => {
      asked.push(text.trim())
      socket.end(says.whois)
    })
  })
  const whois = createWhoisProbe({
    guard: loopback,
    fetcher: rdap.fetcher,
    bootstrapUrl: rdap.base,
    root: 'whois.root.example',
    port: port43.port,
    limits: UNHURRIED,
  })
  return {
    says,
    asked,
    whois,
    async [Symbol.asyncDispose]() {
      await rdap[Symbol.asyncDispose]()
      await port43[Symbol.asyncDispose]()
    },
  }
}

const startJob = (whois: WhoisProbe, takeCredits = (_account: string, _credits: number) => true) =>
  startMonitorJob({
    database: product.services.storage,
    monitors: product.services.points.monitors,
    measurements: product.services.points.measurements,
    guard: createGuard(),
    whois,
    takeCredits,
    log: pino({ level: 'silent' }),
    periodMs: 20,
  })

async function openAccount() {
  const { id, token } = await putAccount(product.services)
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const answer = await product.app.inject({
      method,
      url: `/v1/monitors${path}`,
      headers: { token },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, data: answer.json().data }
  }
  const add = async (target: string, more = {}) => {
    const { status, data } = await call('POST', '', { name: 'Name', request: { type: 'domain', target }, ...more })
    assert.equal(status, 200, JSON.stringify(data))
    await setDue(data.id, '1 day') // until the test runs it
    return data.id as string
  }
  const setDue = (monitor: string, inTime: string) =>
    product.services.storage.run((queries) =>
      queries
        .updateTable('monitors')
        .set({ next_at: sql<Date>`now() + ${inTime}::interval`, last_words: null })
        .where('id', '=', monitor)
        .execute(),
    )
  const read = async (monitor: string) => (await call('GET', '')).data.find((row: { id: string }) => row.id === monitor)
  const runAgain = async (monitor: string) => {
    await setDue(monitor, '0')
    return until(async () => {
      const row = await read(monitor)
      return row.last_words !== null && row
    }, 'the domain has been looked up')
  }
  const listMails = () =>
    product.services.storage.run((queries) =>
      queries.selectFrom('mails').select(['kind', 'text']).where('account_id', '=', id).orderBy('id').execute(),
    )
  return { call, add, read, runAgain, listMails }
}

test('the part of a name that is registered is looked up once a day over RDAP, and its end is said', async () => {
  await using registries = await startRegistries()
  const { add, runAgain, listMails } = await openAccount()
  const id = await add('https://www.example.com/shop', { every_minutes: 1 })
  await using _job = startJob(registries.whois)
  const row = await runAgain(id)
  assert.deepEqual(
    [row.request.type, row.request.target, row.every_minutes, row.state, row.rules.registrationDays],
    ['domain', 'example.com', 1440, 'good', 30],
  )
  assert.match(row.last_words.en, /^The registration of example\.com ends in 200 days \(\d{4}-\d\d-\d\d\)\.$/)
  assert.ok(Date.parse(row.next_at) - Date.now() > 23 * 3_600_000)
  assert.equal(row.last_measurement, null)
  assert.deepEqual([new Set(registries.asked), await listMails()], [new Set(['/domain/example.com']), []])
})

test('one that ends soon is told by mail, with where to look, once the registry has said so twice', async () => {
  await using registries = await startRegistries()
  registries.says.rdap = toRdap(inDays(12))
  const { add, runAgain, read, listMails } = await openAccount()
  const id = await add('example.com')
  await using _job = startJob(registries.whois)
  const once = await runAgain(id)
  assert.equal(once.state, 'unknown')
  const hours = (Date.parse(once.next_at) - Date.now()) / 3_600_000
  assert.ok(hours > 0.9 && hours < 1.1, 'asked again within the hour, not tomorrow')
  await runAgain(id)
  assert.equal((await read(id)).state, 'bad')
  const [mail] = await listMails()
  assert.equal(mail?.kind, 'monitor_bad')
  assert.match(mail!.text, /^Name \(domain example\.com\) is bad\. The registration of example\.com ends in 12 days/)
  assert.match(mail!.text, /\/whios\?target=example\.com/)
})

test('a registry on port 43 that gives no end alarms nobody and says so', async () => {
  await using registries = await startRegistries()
  registries.says.whois = 'Domain: example.org\nStatus: connect\nNserver: ns1.example.org\nChanged: 2020-01-01T00:00:00+01:00\n'
  const { add, runAgain, listMails } = await openAccount()
  const id = await add('example.org', { rules: { confirmations: 1 } })
  await using _job = startJob(registries.whois)
  const row = await runAgain(id)
  assert.equal(row.state, 'unknown')
  assert.match(row.last_words.en, /^The registry of \.org does not say when example\.org ends/)
  assert.deepEqual(await listMails(), [])
})

test('a registry that cannot be asked says nothing of the domain, and is asked again before the day is over', async () => {
  await using registries = await startRegistries()
  const { add, runAgain, listMails } = await openAccount()
  const id = await add('example.com', { rules: { confirmations: 1 } })
  const broken: WhoisProbe = {
    find: (object, options) => registries.whois.find(object, { ...options, timeoutMs: 1, via: 'rdap' }),
  }
  registries.says.rdap = 500
  await using _job = startJob(broken)
  const row = await runAgain(id)
  assert.match(row.last_words.en, /^The registration could not be looked up\. /)
  assert.deepEqual([row.state, await listMails()], ['unknown', []])
  const hours = (Date.parse(row.next_at) - Date.now()) / 3_600_000
  assert.ok(hours > 5.9 && hours < 6.1)
})

test('a domain that is gone is bad; without credits nobody is asked', async () => {
  await using registries = await startRegistries()
  registries.says.rdap = 404
  const { add, runAgain, read } = await openAccount()
  const id = await add('example.com', { rules: { confirmations: 1 } })
  {
    await using _job = startJob(registries.whois)
    await runAgain(id)
    assert.deepEqual([(await read(id)).state, (await read(id)).last_words.en], ['bad', 'example.com is not registered.'])
  }
  registries.asked.length = 0
  const taken: number[] = []
  await using _job = startJob(registries.whois, (_account, credits) => taken.push(credits) < 0)
  const row = await runAgain(id)
  assert.match(row.last_words.en, /too few credits/)
  assert.deepEqual([taken[0], registries.asked], [2, []])
})

for (const [name, request, error, field] of [
  ['an address', { target: '192.0.2.1' }, 'bad_input', 'target'],
  ['an AS', { target: 'AS64496' }, 'bad_input', 'target'],
  ['no name', { target: 'a..b' }, 'bad_domain', 'target'],
  ['nothing', {}, 'bad_input', 'target'],
  ['two domains', { targets: ['example.com', 'example.org'] }, 'bad_input', 'target'],
  ['a name of an inner network', { target: 'printer.internal' }, 'refused_target', 'target'],
] as const)
  test(`${name} is refused with ${error}`, async () => {
    const { call } = await openAccount()
    const { data } = await call('POST', '', { name: 'Name', request: { type: 'domain', ...request } })
    assert.deepEqual([data.error, data.field], [error, field], JSON.stringify(data))
  })

test('the day stays the interval, whatever is changed; another measurement has its own again', async () => {
  const { add, call, read } = await openAccount()
  const id = await add('example.com')
  assert.equal((await call('PATCH', `/${id}`, { every_minutes: 5, name: 'Other' })).status, 200)
  assert.deepEqual([(await read(id)).every_minutes, (await read(id)).name], [1440, 'Other'])
  const { data } = await call('POST', `/${id}/show`, { title: 'Domain', shows_target: true })
  const shown = (await product.app.inject(`/v1/shown-monitors/${data.shown_id}`)).json().data
  assert.deepEqual(shown.measures, { type: 'domain', targets: ['example.com'], every_minutes: 1440 })
})
