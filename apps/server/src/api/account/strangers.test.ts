import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createAccountCalls, PASSWORD } from '../../testing/account-calls.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

/** What belongs to one account, tried by others on every call that takes an id (checklist of docs/hardening.md). */
let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const ORIGIN = 'https://octet.example'
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})
const { send, readMail, waitForMail, openAccount } = createAccountCalls(() => product)

const LISTS = ['keys', 'points', 'monitors', 'account/sessions', 'billing/invoices'] as const
const NAME = 'belongs-to-alice'

/** An account with one of each thing that has an id; gives its token and the ids. */
async function furnish(): Promise<{ token: string; ids: string[] }> {
  const token = await openAccount('alice@example.org')
  const key = await send('POST', 'keys', { name: NAME }, { token })
  const point = await send('POST', 'points', { name: NAME }, { token })
  const bought = await send('POST', 'billing/subscribe', { plan: 'standard' }, { token })
  const sessions = await send('GET', 'account/sessions', {}, { token })
  const ids = [key.data?.id, point.data?.id, bought.data?.order?.id, sessions.data?.[0]?.id ?? sessions.data?.sessions?.[0]?.id]
  assert.ok(
    ids.every((id) => typeof id === 'string' || typeof id === 'number'),
    [key.text, point.text, bought.text, sessions.text].join('\n'),
  )
  return { token, ids: ids.map(String) }
}

test('no call gives, changes or ends what belongs to another account, whoever asks', async () => {
  const alice = await furnish()
  const bob = await openAccount('bob@example.org')
  const look = async () => Promise.all(LISTS.map(async (list) => (await send('GET', list, {}, { token: alice.token })).data))
  const before = await look()
  const calls = product.services.endpoints.filter(
    ({ auth, path, input, rawBody }) =>
      auth !== 'none' && !rawBody && (path.includes(':id') || 'id' in input.shape || 'order' in input.shape),
  )
  assert.ok(calls.length >= 15, `${calls.length} calls take an id`)
  for (const { method, path } of calls)
    for (const id of alice.ids)
      for (const headers of [{}, { token: bob }, { cookie: `token=${alice.token}` }]) {
        const fields = {
          id,
          order: id,
          state: 'done',
          disabled: true,
          off: true,
          name: 'taken',
          paused: true,
          outcome: 'success',
        }
        const answer = await product.app.inject({
          method,
          url: path.replace(':id', id),
          headers: { ...headers, 'accept-language': 'en' },
          ...(method !== 'GET' && { payload: fields }),
        })
        assert.ok([400, 401, 403, 404].includes(answer.statusCode), `${method} ${path}: ${answer.statusCode} ${answer.body}`)
        assert.ok(!answer.body.includes(NAME) && !answer.body.includes('alice@'), `${method} ${path} tells of it`)
      }
  assert.deepEqual(await look(), before)
})

test('cookies alone authorise no call, not even with both halves of a session, from this site or another', async () => {
  await openAccount('carol@example.org')
  const login = await product.app.inject({
    method: 'POST',
    url: '/v1/account/log_in',
    payload: { email: 'carol@example.org', password: PASSWORD },
    headers: { origin: 'http://localhost:3999' },
  })
  const cookie = [login.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
  assert.match(cookie, /token=.+; sid=.+/)
  for (const { method, path, rawBody } of product.services.endpoints.filter(({ auth }) => auth === 'session')) {
    if (rawBody) continue
    for (const site of ['cross-site', 'same-site', 'same-origin']) {
      const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      // text/plain is what a page of another site can send without asking first.
      const text = method === 'GET' ? {} : { payload: '{"name":"x"}' }
      const headers = { cookie, 'sec-fetch-site': site, ...(method !== 'GET' && { 'content-type': 'text/plain' }) }
      const { statusCode } = await product.app.inject({ method, url, headers, ...text })
      assert.equal(statusCode, 401, `${method} ${path} ${site}`)
    }
  }
})

test('the link in a mail leads to the configured origin, whatever Host the request names', async () => {
  await using open = await startProduct({ storageUrl: storage.url, withoutData: true, env: { PUBLIC_ORIGIN: ORIGIN } })
  const payload = { email: 'host@example.org', password: PASSWORD, confirm_password: PASSWORD, agree: true }
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  assert.equal((await open.app.inject({ method: 'POST', url: '/v1/account/sign_up', payload, headers })).statusCode, 200)
  const mail = await waitForMail('host@example.org', 'confirm')
  assert.ok(mail.text.includes(`${ORIGIN}/confirm`) && !`${mail.text}${mail.html}`.includes('evil.example'))
})

for (const token of [`${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.`, `${btoa('{"alg":"HS256"}')}.${btoa('{}')}.c2ln`])
  test(`a JWT is no session: ${token.slice(0, 20)}…`, async () =>
    assert.equal((await send('POST', 'user_info', {}, { token })).code, 506))

test('a name, a subject or an address with line ends sends no second mail', async () => {
  for (const email of ['dave@example.org\r\nBcc: eve@example.org', 'dave@example.org, eve@example.org', 'dave@example.org\0'])
    for (const path of ['account/sign_up', 'account/forgot'])
      assert.equal((await send('POST', path, { email, password: PASSWORD, confirm_password: PASSWORD, agree: true })).status, 400)
  assert.deepEqual(await readMail('eve@example.org'), [])
})

test('counts are exact up to 2^53 − 1, and what is larger is refused rather than rounded', async () => {
  const ask = (text: string) =>
    product.services.storage.run((queries) => sql<{ n: number }>`select ${sql.raw(text)}::int8 as n`.execute(queries))
  assert.equal((await ask('9007199254740991')).rows[0]?.n, 9_007_199_254_740_991)
  for (const text of ['9007199254740993', '9223372036854775807'])
    await assert.rejects(ask(text), /expected a whole number below 2\^53/)
  assert.throws(() => JSON.stringify({ n: 1n }), TypeError, 'which is why a count is a number, never a bigint')
})
