import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useToastStore } from '../state/toast-store.ts'
import { readTokenCookie, useUserStore } from '../state/user-store.ts'
import { call, readEnvelope, toFilled, toOwnFailure, toPlat } from './call.ts'
import { fetchData } from './fetch-data.ts'

Object.assign(globalThis, {
  document: { cookie: '', documentElement: { lang: 'en' } },
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
})

type Sent = { url: string; init: RequestInit }

function answering(code: number, msg = '', data: unknown = {}) {
  const sent: Sent[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    return Response.json({ code, msg, data })
  }
  return { sent, fetch: fetch as typeof globalThis.fetch }
}
const headersOf = (sent: Sent | undefined) => new Headers(sent?.init.headers)
const toasts = () => useToastStore.getState().toasts.map(({ type, text }) => ({ type, text }))

afterEach(() => {
  useToastStore.setState({ toasts: [] })
  useUserStore.setState({ token: '', user: null })
})

test('posts multipart fields with the plat header', async () => {
  const { sent, fetch } = answering(200, '', { ip: '192.0.2.1' })
  const { data, error } = await call<{ ip: string }>('search_ip', { ip: '192.0.2.1', left: undefined }, { fetch })
  assert.equal(sent[0]?.url, '/v1/search_ip')
  assert.equal(sent[0]?.init.method, 'POST')
  assert.deepEqual([...((sent[0] as Sent).init.body as FormData)], [['ip', '192.0.2.1']])
  assert.equal(headersOf(sent[0]).get('plat'), 'pc')
  assert.equal(headersOf(sent[0]).get('token'), null)
  assert.deepEqual({ data, error }, { data: { ip: '192.0.2.1' }, error: '' })
})

test('sends the token when logged in, and no plat when silent', async () => {
  useUserStore.setState({ token: 't1' })
  const { sent, fetch } = answering(200)
  await call('user_info', {}, { fetch, isSilent: true })
  assert.equal(headersOf(sent[0]).get('token'), 't1')
  assert.equal(headersOf(sent[0]).get('plat'), null)
})

test('a code other than 200 is the error and a warning', async () => {
  const { fetch } = answering(400, 'Please enter any IPv4 or IPv6 address')
  const { error, msg } = await call('search_ip', {}, { fetch })
  assert.equal(error, 400)
  assert.deepEqual(toasts(), [{ type: 'warning', text: msg }])
})

for (const [lang, words] of [
  ['en', 'The server’s answer cannot be read. Try again in a moment'],
  ['zh-CN', '服务器的应答无法读取，请稍后重试'],
] as const)
  test(`the page of a proxy whose server is away is no lack of a network (${lang})`, async () => {
    document.documentElement.lang = lang
    const fetch = async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
    const { error, msg } = await call('search_ip', {}, { fetch, isLazy: true })
    document.documentElement.lang = 'en'
    assert.deepEqual([error, msg], [502, words])
  })

for (const [what, body] of [
  ['a problem of RFC 9457', { type: 'about:blank', title: 'Internal Server Error', status: 500 }],
  ['the words of a gateway', { message: 'Endpoint request timed out' }],
  ['null', null],
] as const)
  test(`${what} is no envelope, and read as little as the page of a proxy`, async () => {
    const fetch = async () => Response.json(body, { status: 500 })
    const { error, msg } = await call('search_ip', {}, { fetch, isLazy: true })
    assert.deepEqual([error, msg], [502, 'The server’s answer cannot be read. Try again in a moment'])
  })

test('a failure without details has none to stumble over', async () => {
  const envelope = { code: 429, msg: 'Too many', data: null }
  assert.deepEqual(await readEnvelope(Response.json(envelope)), { ...envelope, data: {} })
  assert.deepEqual(await readEnvelope(Response.json({ ...envelope, code: 200 })), { ...envelope, code: 200 })
})

test('an answer without content, where some was asked for, is a failure in words', async (context) => {
  for (const data of [null, undefined]) {
    const empty = { code: 200, msg: '', data }
    assert.deepEqual(toFilled(empty), {
      code: 502,
      msg: 'The server’s answer is empty. Try again in a moment',
      data: { error: 'unavailable' },
    })
    context.mock.method(globalThis, 'fetch', async () => Response.json(empty))
    const { code, data: found } = await fetchData('/v1/asn/64500', { lang: 'en' })
    assert.deepEqual([code, found], [502, undefined])
  }
  for (const data of [0, '', false, []]) assert.deepEqual(toFilled({ code: 200, msg: '', data }), { code: 200, msg: '', data })
})

for (const quiet of [{ isSilent: true }, { isLazy: true }])
  test(`no toast with ${Object.keys(quiet)}`, async () => {
    await call('search_ip', {}, { fetch: answering(400, 'no').fetch, ...quiet })
    assert.deepEqual(toasts(), [])
  })

const USER = {
  name: '1',
  email: 'a@example.org',
  phone: '1',
  channel: '',
  unread: 0,
  role: 'user',
  second_factor: false,
  mail_lang: 'en',
} as const

test('506 logs out here', async () => {
  useUserStore.setState({ token: 't1', user: USER })
  const { error } = await call('user_info', {}, { fetch: answering(506, 'ended').fetch })
  assert.equal(error, 506)
  assert.deepEqual([useUserStore.getState().token, useUserStore.getState().user], ['', null])
})

test('506 for the token of before leaves a log-in that has come meanwhile', async () => {
  useUserStore.setState({ token: 't1', user: USER })
  document.cookie = 'token=t2'
  await call('user_info', {}, { fetch: answering(506, 'ended').fetch })
  assert.deepEqual([useUserStore.getState().token, document.cookie], ['t2', 'token=t2'])
  await call('user_info', {}, { fetch: answering(506, 'ended').fetch })
  assert.deepEqual([useUserStore.getState().token, readTokenCookie(document.cookie)], ['', ''])
})

test('no connection is an answer, not a throw', async () => {
  const { error, msg } = await call('web_init', {}, { fetch: () => Promise.reject(new TypeError('failed')), isLazy: true })
  assert.equal(error, 503)
  assert.match(msg, /cannot be reached/)
})

test('a time-out says its limit, and what to do', () => {
  const timeout = new DOMException('', 'TimeoutError')
  assert.match(toOwnFailure(timeout).msg, /within 10 s\. Check the connection/)
  assert.match(toOwnFailure(timeout, 90_000).msg, /within 90 s/)
})

const agents = [
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'wap'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'wap'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', 'wap'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156', 'pc'],
] as const
for (const [agent, plat] of agents) test(`${agent.slice(12, 34)} is ${plat}`, () => assert.equal(toPlat(agent), plat))
