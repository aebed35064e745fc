import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { createAccountCalls } from '../testing/account-calls.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const { send, openAccount, moveOn } = createAccountCalls(() => product)
/** An address is no domain: nothing is asked. */
const LIST = { names: '192.0.2.1' }
const ask = (headers = {}) => send('POST', 'tools/whois-batch', LIST, headers)

test('a tool for accounts answers who is logged in and who has a key, and tells others to log in', async () => {
  const token = await openAccount('batch@example.org')
  const { key } = (await send('POST', 'keys', {}, { token })).data
  moveOn()
  assert.deepEqual((await ask()).data.error, 'login_required')
  await until(async () => (await ask({ 'x-api-key': key })).status === 200, 'the key is known')
  for (const headers of [{ token }, { authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
    const { status, data } = await ask(headers)
    assert.equal(status, 200, JSON.stringify(headers))
    assert.match(data.rows[0].error, /a list holds domains only/)
  }
})

test('credentials that are no good say so', async () => {
  assert.equal((await ask({ token: 'x'.repeat(43) })).code, 506)
  assert.equal((await ask({ authorization: 'Bearer oct_live_none' })).data.error, 'bad_key')
})

test('a stranger who is refused pays nothing', async () => {
  moveOn()
  const names = Array.from({ length: 100 }, (_, index) => `a${index}.example`).join('\n')
  for (let i = 0; i < 5; i++)
    assert.equal((await send('POST', 'tools/whois-batch', { names })).data.error, 'login_required', 'not too_many_requests')
})

/** So many addresses, about which no registry is asked. */
const toList = (count: number) => ({ names: Array.from({ length: count }, (_, at) => `192.0.2.${at}`).join('\n') })

test('a plan says how many names may be asked about at once, by session and by key', async () => {
  const token = await openAccount('many@example.org')
  const { key } = (await send('POST', 'keys', {}, { token })).data
  await until(async () => (await ask({ 'x-api-key': key })).status === 200, 'the key is known')
  for (const headers of [{ token }, { 'x-api-key': key }]) {
    moveOn()
    const { status, data } = await send('POST', 'tools/whois-batch', toList(101), headers)
    assert.deepEqual([status, data.error, data.limit, data.got], [413, 'too_many_names', 100, 101])
  }
  await product.services.storage.transact((queries) =>
    queries.updateTable('subscriptions').set({ plan_id: 'business' }).execute(),
  )
  moveOn()
  assert.equal((await send('POST', 'tools/whois-batch', toList(101), { token })).data.total, 101)
})

test('nor is there a way round by a pipeline or by MCP', async () => {
  const steps = [{ tool: 'whois-batch' }]
  const piped = await send('POST', 'pipeline', { text: LIST.names, steps })
  assert.match(piped.data.steps[0].error, /log in first/)
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whois-batch', arguments: LIST } }
  const answer = await product.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: rpc,
    headers: { accept: 'application/json, text/event-stream' },
  })
  assert.match(answer.json().result.content[0].text, /^login_required: /)
})
