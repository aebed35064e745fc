import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMailServer } from '../../jobs/testing/mail-server.ts'
import { createAccountCalls, PASSWORD } from '../../testing/account-calls.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

let storage: TestStorage
/** Its mails can be read. */
let open: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  open = await startProduct({ storageUrl: storage.url, withoutData: true })
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})
const { openAccount } = createAccountCalls(() => open)

/** A product that sends mails through a server, without the job that does. */
const startSending = (smtpUrl: string) =>
  startProduct({ storageUrl: storage.url, withoutData: true, withoutJobs: true, env: { SMTP_URL: smtpUrl } })

const AGREED = { password: PASSWORD, confirm_password: PASSWORD, agree: true }
const LATE = [
  ['sign_up', AGREED, /^The mail server is not answering.*finish the registration$/, /^邮件服务器暂时没有响应.*完成注册$/],
  ['resend', {}, /^The mail server is not answering.*finish the registration$/, /^邮件服务器暂时没有响应.*完成注册$/],
  ['forgot', {}, /^The mail server is not answering.*If there is an account/, /^邮件服务器暂时没有响应。如果该邮箱已注册/],
] as const

test('while the mail server is away everybody hears that mail is late, and nobody else’s address is told', async () => {
  await openAccount('known@example.org')
  const { url } = await startAndStop()
  await using product = await startSending(url)
  const { send, moveOn } = createAccountCalls(() => product)
  for (const [path, fields, en, zh] of LATE) {
    moveOn()
    const ask = (email: string, lang: string) =>
      send('POST', `account/${path}`, { email, ...fields }, { 'accept-language': lang })
    const [unknown, known] = [await ask(`${path}@example.org`, 'en'), await ask('known@example.org', 'en')]
    assert.match(unknown.data.message, en)
    assert.equal(unknown.data.is_late, true)
    assert.equal(known.text, unknown.text)
    assert.match((await ask('known@example.org', 'zh')).data.message, zh)
  }
})

test('so does whoever changes their address', async () => {
  const token = await openAccount('moving@example.org')
  const { url } = await startAndStop()
  await using product = await startSending(url)
  const { send } = createAccountCalls(() => product)
  const { data } = await send('POST', 'account/email', { email: 'moved@example.org', password: PASSWORD }, { token })
  assert.equal(data.is_late, true)
  assert.match(data.message, /^The mail server is not answering.*new address/)
})

test('one that answers is taken at its word', async () => {
  using server = await startMailServer({})
  await using product = await startSending(server.url)
  const { send } = createAccountCalls(() => product)
  const { data } = await send('POST', 'account/forgot', { email: 'nobody@example.org' })
  assert.equal(data.is_late, false)
  assert.match(data.message, /is on its way/)
  assert.deepEqual(server.taken, [])
})

test('one that refuses our password is late as well: mails wait until that is mended', async () => {
  using server = await startMailServer({ features: ['AUTH PLAIN'], logIn: '535 5.7.8 wrong' })
  await using product = await startSending(server.url.replace('//', '//user:secret@'))
  const { send } = createAccountCalls(() => product)
  assert.equal((await send('POST', 'account/forgot', { email: 'nobody@example.org' })).data.is_late, true)
})

const UNSENT = [
  ['sign_up', AGREED, /^This site has no mail server.*finishes the registration$/, /^本站未配置邮件服务器.*完成注册的链接$/],
  ['resend', {}, /^This site has no mail server.*finishes the registration$/, /^本站未配置邮件服务器.*完成注册的链接$/],
  ['forgot', {}, /^This site has no mail server.*If there is an account/, /^本站未配置邮件服务器.*重置密码的链接$/],
] as const

test('where no mail server is set up and no outbox can be opened, nobody is told that mail was sent', async () => {
  const token = await openAccount('known-here@example.org')
  await using product = await startProduct({
    storageUrl: storage.url,
    withoutData: true,
    env: { PUBLIC_ORIGIN: 'https://octet.example' },
  })
  const { send, moveOn } = createAccountCalls(() => product)
  for (const [path, fields, en, zh] of UNSENT) {
    moveOn()
    const ask = (email: string, lang: string) =>
      send('POST', `account/${path}`, { email, ...fields }, { 'accept-language': lang })
    const [unknown, known] = [await ask(`${path}-here@example.org`, 'en'), await ask('known-here@example.org', 'en')]
    assert.match(unknown.data.message, en)
    assert.deepEqual([unknown.data.is_late, unknown.data.is_unsent], [false, true])
    assert.equal(known.text, unknown.text)
    assert.match((await ask('known-here@example.org', 'zh')).data.message, zh)
  }
  const moved = await send('POST', 'account/email', { email: 'moved-here@example.org', password: PASSWORD }, { token })
  assert.equal(moved.data.is_unsent, true)
  assert.match(moved.data.message, /^This site has no mail server.*new address/)
})

for (const [name, env, outlook] of [
  ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }, 'sent'],
  ['an outbox on this machine', {}, 'kept'],
  ['neither', { PUBLIC_ORIGIN: 'https://octet.example' }, 'unsent'],
] as const)
  test(`who sets up alerts is told what becomes of emails with ${name}: ${outlook}`, async () => {
    const token = await openAccount(`${outlook}-alerts@example.org`)
    await using product = await startProduct({ storageUrl: storage.url, withoutData: true, env })
    const { statusCode, body } = await product.app.inject({ url: '/v1/account/mail', headers: { token } })
    assert.deepEqual([statusCode, JSON.parse(body).data], [200, { outlook }])
  })

/** Where nothing listens any more. */
async function startAndStop() {
  using server = await startMailServer({})
  return { url: server.url }
}
