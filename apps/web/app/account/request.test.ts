import assert from 'node:assert/strict'
import { afterEach, test, type TestContext } from 'node:test'
import { useToastStore } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { request, toAdvice } from './request.ts'

Object.assign(globalThis, {
  document: { cookie: '', documentElement: { lang: 'en' } },
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
})
const ENDED = 'Your session has ended. Please log in again'

const answer = (test: TestContext, code: number, msg: string) =>
  test.mock.method(globalThis, 'fetch', async () => Response.json({ code, msg, data: {} }))
const toasts = () => useToastStore.getState().toasts.map(({ type, text }) => ({ type, text }))

afterEach(() => {
  useToastStore.setState({ toasts: [] })
  useUserStore.setState({ token: '', user: null })
})

test('a quiet call leaves its words to the form', async (context) => {
  answer(context, 409, 'Your plan allows 2 keys')
  const { failure } = await request('POST', 'keys', {}, { isQuiet: true })
  assert.equal(failure?.msg, 'Your plan allows 2 keys')
  assert.deepEqual(toasts(), [])
})

test('a refusal is asked for, and kept, in both languages', async (context) => {
  const words = { en: { msg: 'Too long', resolution: 'Cut it.' }, zh: { msg: '太长', resolution: '请缩短。' } }
  const asked = context.mock.method(globalThis, 'fetch', async () =>
    Response.json({ code: 400, msg: 'Too long', data: { error: 'bad_input', resolution: 'Cut it.', field: 'name', words } }),
  )
  const { failure } = await request('POST', 'keys', {}, { isQuiet: true })
  assert.deepEqual([failure?.words, failure?.figures], [words, {}])
  const [, init] = asked.mock.calls[0]!.arguments as unknown as [string, RequestInit]
  assert.equal(new Headers(init.headers).get('x-words'), 'both')
})

test('who is logged out by a quiet call is told, once, as the form goes with the page', async (context) => {
  answer(context, 506, ENDED)
  useUserStore.setState({ token: 't1' })
  await Promise.all([1, 2].map(() => request('POST', 'keys', {}, { isQuiet: true })))
  assert.equal(useUserStore.getState().token, '')
  assert.deepEqual(toasts(), [{ type: 'warning', text: ENDED }])
})

for (const [msg, resolution, told] of [
  ['No payment is possible', 'Try again later.', 'No payment is possible. Try again later.'],
  ['Nothing was charged.', 'Try again later.', 'Nothing was charged. Try again later.'],
  ['无法支付', '请稍后重试。', '无法支付。请稍后重试。'],
  ['Nothing was charged', '', 'Nothing was charged'],
] as const)
  test(`“${msg}” with ${resolution ? 'advice' : 'none'} is told as sentences`, () =>
    assert.equal(toAdvice({ code: 400, error: 'x', msg, resolution, field: '' }), told))
