import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { putAccount } from '../../testing/put-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const folder = await mkdtemp(join(tmpdir(), 'octet-trial-'))
const heard: { body: string; headers: NodeJS.Dict<string | string[]> }[] = []
let status = 200
const hook = createServer(async (request, response) => {
  heard.push({ body: await text(request), headers: request.headers })
  response.writeHead(status).end(status === 200 ? 'thanks' : '<h1>No such hook</h1>')
})
let url = ''
const start = (name: string, lines: string) =>
  writeFile(join(folder, name), `point: { isEnabled: false }\nallowTargets: [127.0.0.1/32]\n${lines}`)

before(async () => {
  await once(hook.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
  await start('octet.yaml', 'limits: { unitsPerSecond: 1000, burst: 10000 }\n')
  storage = await startStorage()
  const env = { OCTET_CONFIG: join(folder, 'octet.yaml') }
  product = await startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true, env })
})
after(async () => {
  hook.close()
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Each caller from a network of its own, so that the limit of one is not that of all. */
let network = 0
async function openAccount(lang: 'en' | 'zh' = 'en') {
  const account = await putAccount(product.services, { lang })
  const remoteAddress = `198.18.${++network}.1`
  const ask = async (payload: object, from = remoteAddress) => {
    const { statusCode, json } = await product.app.inject({
      method: 'POST',
      url: '/v1/monitors/test',
      headers: { token: account.token },
      remoteAddress: from,
      payload,
    })
    return { statusCode, data: json().data }
  }
  const addMonitor = (webhookUrl: string | null, chatSecret: string | null = null) =>
    product.services.points.monitors.add(account.id, {
      name: 'Shop',
      request: { type: 'ping', target: 'shop.test', locations: 'world', measurementOptions: {} },
      everyMinutes: 5,
      rules: { lossPercent: 50, latencyMs: null, onFailure: true, minPoints: 1, confirmations: 1 },
      wantsMail: false,
      webhookUrl,
      chatSecret,
    })
  return { ...account, ask, addMonitor }
}

test('an address is tried before there is a monitor: what it answers is told, and nothing is signed', async () => {
  heard.length = 0
  const { ask } = await openAccount()
  const { data } = await ask({ webhook_url: url })
  assert.partialDeepStrictEqual(data, { is_taken: true, status: 200, answer: 'thanks', error: null, sent: heard[0]!.body })
  assert.ok(data.took_ms >= 0 && data.took_ms < 5_000)
  const { event, monitor, text: said } = JSON.parse(heard[0]!.body)
  assert.deepEqual([event, monitor], ['monitor.test', null])
  assert.match(said, /^\[\S+ monitor\] this is a test\. Alerts will arrive here\.\nhttp\S+\/monitors$/)
  assert.equal(heard[0]!.headers['x-octet-signature'], undefined)
})

test('with a monitor it goes where its alerts go, in the language of the account and signed with the secret of the webhook', async () => {
  heard.length = 0
  const { ask, addMonitor } = await openAccount('zh')
  const { id, webhookSecret } = await addMonitor(url)
  assert.equal((await ask({ monitor: id })).data.is_taken, true)
  const [{ body, headers }] = heard as [(typeof heard)[number]]
  assert.match(JSON.parse(body).text, /^\[\S+ 监控\] Shop：这是一条测试消息，告警将发送到这里。\nhttp\S+\/zh\/monitors$/)
  assert.deepEqual(JSON.parse(body).monitor, { id, name: 'Shop' })
  const timestamp = String(headers['x-octet-timestamp'])
  const signature = createHmac('sha256', webhookSecret!).update(`${timestamp}.${body}`).digest('hex')
  assert.equal(headers['x-octet-signature'], `sha256=${signature}`)
})

test('a receiver that does not take it is told of with its status and its words', async () => {
  status = 404
  const { ask } = await openAccount()
  const { statusCode, data } = await ask({ webhook_url: url })
  status = 200
  assert.equal(statusCode, 200)
  assert.partialDeepStrictEqual(data, {
    is_taken: false,
    status: 404,
    answer: '<h1>No such hook</h1>',
    error: 'expected a status of 200–299, got 404',
  })
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const gone = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`
  await new Promise((resolve) => closed.close(resolve))
  assert.partialDeepStrictEqual((await ask({ webhook_url: gone })).data, {
    is_taken: false,
    status: null,
    answer: null,
    error: 'the receiver refuses the connection (ECONNREFUSED)',
  })
})

for (const [name, body, error, field] of [
  ['a private address', { webhook_url: 'http://10.0.0.1/' }, 'refused_target', 'webhook_url'],
  ['the port of a mail server', { webhook_url: 'https://a.example:25/' }, 'refused_target', 'webhook_url'],
  ['no address at all', {}, 'bad_input', 'webhook_url'],
  ['what is no address', { webhook_url: 'hook' }, 'bad_input', 'webhook_url'],
  ['a secret that nobody asks for', { webhook_url: 'https://a.example/', chat_secret: 'x' }, 'bad_input', 'chat_secret'],
  ['a channel that there is not', { channel: 'fax' }, 'bad_input', 'channel'],
  ['the monitor of nobody', { monitor: '00000000-0000-4000-8000-000000000000' }, 'no_such', undefined],
] as const)
  test(`${name} is refused with ${error}, and nothing is sent`, async () => {
    heard.length = 0
    const { ask } = await openAccount()
    const { data } = await ask(body)
    assert.deepEqual([data.error, data.field, heard.length], [error, field, 0])
  })

test('the monitor of another account is not found, nor is its webhook told', async () => {
  const [owner, stranger] = [await openAccount(), await openAccount()]
  const { id } = await owner.addMonitor(url)
  heard.length = 0
  assert.equal((await stranger.ask({ monitor: id })).statusCode, 404)
  assert.equal((await stranger.ask({ monitor: id, channel: 'mail' })).statusCode, 404)
  assert.equal(heard.length, 0)
})

test('ten an hour of one account, from wherever it asks; what is refused before it is sent is none of them', async () => {
  const { ask } = await openAccount()
  heard.length = 0
  for (let index = 0; index < 10; index++) assert.equal((await ask({ webhook_url: 'hook' })).statusCode, 400)
  for (let index = 0; index < 10; index++) assert.equal((await ask({ webhook_url: url })).statusCode, 200)
  const { statusCode, data } = await ask({ webhook_url: url }, '198.19.77.1')
  assert.deepEqual([statusCode, data.error, heard.length], [429, 'too_many_requests', 10])
})

test('a test mail waits in the outbox of this machine where no mail server is set up', async () => {
  const { id, ask } = await openAccount('zh')
  const { data } = await ask({ channel: 'mail' })
  assert.partialDeepStrictEqual(data, { is_taken: null, status: null, sent: null })
  assert.match(data.error, /\/account\/outbox/)
  const mails = await product.services.storage.run((queries) =>
    queries.selectFrom('mails').select(['subject', 'text']).where('account_id', '=', id).execute(),
  )
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.subject, /^测试告警/)
  assert.match(mails[0]!.text, /这是一条测试消息，告警将发送到这里。[^]*\/zh\/monitors/)
})

test('a test mail says when the mail server has taken it, and why it has not', async () => {
  const { id } = await openAccount()
  const { monitors } = product.services.points
  const beforeSend = () => {}
  const finish = async (change: object) => {
    const trial = monitors.tryMail(id, { monitorId: undefined, setUp: 'sent', signal: AbortSignal.timeout(5_000), beforeSend })
    for (let count = 0n; count === 0n;)
      ({ numUpdatedRows: count } = await product.services.storage.run((queries) =>
        queries
          .updateTable('mails')
          .set(change)
          .where('account_id', '=', id)
          .where('state', '=', 'waiting')
          .where('error', 'is', null)
          .executeTakeFirstOrThrow(),
      ))
    return trial
  }
  assert.partialDeepStrictEqual(await finish({ state: 'sent' }), { isTaken: true, error: null })
  assert.partialDeepStrictEqual(await finish({ error: 'greylisted' }), { isTaken: null, error: 'greylisted' })
  assert.partialDeepStrictEqual(await finish({ state: 'failed', error: 'no such user' }), {
    isTaken: false,
    error: 'no such user',
  })
  assert.partialDeepStrictEqual(
    await monitors.tryMail(id, { monitorId: undefined, setUp: 'unsent', signal: AbortSignal.timeout(5_000), beforeSend }),
    { isTaken: false },
  )
})
