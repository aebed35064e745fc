import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { joinText } from '@octet/core/text.ts'
import { Secret, TOTP } from 'otpauth'
import { until } from '@octet/core/testing/until.ts'
import { makeFirstLink, makeOperatorLink } from '../../domain/operator/first-operator.ts'
import { createAccountCalls, PASSWORD, toLinkToken } from '../../testing/account-calls.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
let storage: TestStorage
let product: Product
let other: Product
let operator: string
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true })
  other = await startProduct({ storageUrl: storage.url, withoutData: true })
})
after(async () => {
  await Promise.all([product[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
})
const { send, readMail, waitForMail, openAccount, moveOn } = createAccountCalls(() => product)

const toSecret = (path: string | undefined) => path?.split('token=')[1] ?? ''
const become = (token: string, email = 'boss@example.org') =>
  send('POST', 'account/operator', { token, email, password: PASSWORD, confirm_password: PASSWORD })

test('of servers that start at once the last one has the link', async () => {
  const { storage: database } = product.services
  let late: Promise<string | undefined> | undefined
  const first = await database.transact(async (queries) => {
    const path = await makeOperatorLink(queries)
    let hasEnded = false
    late = makeFirstLink(other.services.storage).finally(() => (hasEnded = true))
    await until(async () => hasEnded || (await isWaitedFor(queries)), 'the second has its link, or waits')
    return path
  })
  assert.match((await late) ?? '', /token=/)
  assert.equal((await become(toSecret(first))).data.error, 'link_dead')
})

test('the first link makes the operator, once; a newer link ends the one before; no link while there is an operator', async () => {
  const old = toSecret(await makeFirstLink(product.services.storage))
  const path = await makeFirstLink(product.services.storage)
  assert.match(path ?? '', /^\/admin\/start#token=[\w-]{43}$/)
  assert.equal((await become(old)).data.error, 'link_dead')
  const made = await become(toSecret(path))
  assert.equal(made.status, 200, made.text)
  operator = made.data.token
  assert.equal((await send('POST', 'user_info', {}, { token: operator })).data.user.role, 'operator')
  assert.equal((await become(toSecret(path))).data.error, 'link_dead')
  assert.equal(await makeFirstLink(product.services.storage), undefined)
})

test('nobody else reaches the back office', async () => {
  const token = await openAccount('plain@example.org')
  const endpoints = product.services.endpoints.filter(({ path }) => path.startsWith('/v1/admin/'))
  assert.ok(endpoints.length >= 9)
  for (const { method, path, input } of endpoints) {
    const url = path
      .slice('/v1/'.length)
      .replace(':id', /users|corrections/.test(path) ? '00000000-0000-4000-8000-000000000000' : '1')
    const flags = { off: true, disabled: true, invoice: 'I-1', role: 'operator', password: PASSWORD }
    const all = { state: path.includes('corrections') ? 'accepted' : 'done', ...flags }
    const fields = Object.fromEntries(Object.entries(all).filter(([name]) => name in input.shape))
    const call = (headers: Record<string, string>) => send(method as 'GET', url, fields, headers)
    assert.deepEqual([(await call({})).status, (await call({ token })).status], [401, 403], `${method} ${path}`)
  }
})

test('an operator switches the second factor off for who has lost it; the password alone logs in, and the owner hears of it', async () => {
  const email = 'lost-phone@example.org'
  const token = await openAccount(email)
  const find = async () => (await send('GET', `admin/users?q=${email}`, {}, { token: operator })).data[0]
  const drop = async () => send('PATCH', `admin/users/${(await find()).id}`, { second_factor: false }, { token: operator })
  assert.deepEqual([(await drop()).status, (await find()).has_second_factor], [409, false])
  const { secret } = (await send('POST', 'account/second_factor/start', {}, { token })).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await send('POST', 'account/second_factor/enable', { secret, code, password: PASSWORD }, { token })
  const logIn = () => send('POST', 'account/log_in', { email, password: PASSWORD })
  assert.equal((await logIn()).data.error, 'code_required')
  assert.equal((await find()).has_second_factor, true)
  assert.equal((await send('PATCH', `admin/users/${(await find()).id}`, { second_factor: false }, { token })).status, 403)
  assert.equal((await drop()).status, 200)
  assert.equal((await logIn()).status, 200)
  assert.match((await waitForMail(email, 'second_factor_off')).text, /neither you nor the operator/)
  const { data } = await send('GET', 'admin/audit?action=user_second_factor_off', {}, { token: operator })
  assert.deepEqual(data[0].detail, { id: (await find()).id })
  assert.deepEqual([data[0].email, data[0].about], ['boss@example.org', email])
  const { data: own } = await send('GET', 'admin/audit?action=second_factor_on', {}, { token: operator })
  assert.deepEqual([own[0].email, own[0].about], [email, null])
})

test('an operator makes another one with the own password, and takes the role away again; all of them hear of it', async () => {
  const email = 'colleague@example.org'
  const late = await send('POST', 'account/sign_up', {
    email: 'late@example.org',
    password: PASSWORD,
    confirm_password: PASSWORD,
    agree: true,
  })
  assert.equal(late.status, 200, late.text)
  const token = await openAccount(email)
  const find = async (address: string) => (await send('GET', `admin/users?q=${address}`, {}, { token: operator })).data[0]
  const { id } = await find(email)
  const set = (role: string, { by = operator, password = PASSWORD, of = id } = {}) => {
    moveOn()
    return send('POST', `admin/users/${of}/role`, { role, password }, { token: by })
  }
  const errorOf = async (answer: ReturnType<typeof set>) => (await answer).data.error
  assert.equal(await errorOf(set('operator', { password: 'another password' })), 'wrong_password')
  assert.equal(await errorOf(set('operator', { password: '' })), 'password_missing')
  assert.equal(await errorOf(set('operator', { by: token })), 'forbidden')
  assert.match((await set('user')).msg, /no operator’s account/)
  assert.equal(await errorOf(set('operator', { of: '00000000-0000-4000-8000-000000000000' })), 'no_such')
  assert.match((await set('operator', { of: (await find('late@example.org')).id })).msg, /not confirmed/)
  assert.equal((await find(email)).role, 'user')

  assert.equal((await set('operator')).status, 200)
  assert.equal((await find(email)).role, 'operator')
  assert.equal(
    (await send('GET', 'admin/overview', {}, { token })).status,
    401,
    'whoever was logged in takes the role up with the password',
  )
  assert.match((await set('operator')).msg, /it is an operator’s account/)
  const { token: second } = (await send('POST', 'account/log_in', { email, password: PASSWORD })).data
  assert.equal((await send('GET', 'admin/overview', {}, { token: second })).status, 200)
  assert.match((await waitForMail(email, 'operator_on')).text, /the back office is open to you/)
  assert.match(
    (await waitForMail('boss@example.org', 'operator_added')).text,
    /colleague@example\.org was made an operator of .*, by boss@example\.org/,
  )

  assert.equal((await set('user', { by: second })).status, 200, 'who leaves gives the role up')
  for (const { app } of [product, other])
    assert.equal((await app.inject({ url: '/v1/admin/overview', headers: { token: second } })).statusCode, 403)
  assert.match((await waitForMail(email, 'operator_off')).text, /closed to it/)
  assert.match(
    (await waitForMail('boss@example.org', 'operator_removed')).text,
    /taken from colleague@example\.org, by colleague/,
  )
  assert.equal(await errorOf(set('user', { of: (await find('boss@example.org')).id })), 'last_operator')
  const { data } = await send('GET', 'admin/audit?action=user_operator_off', {}, { token: operator })
  assert.deepEqual([data[0].email, data[0].about, data[0].detail], [email, email, { id }])
})

test('every call that needs a session refuses a visitor without one', async () => {
  const endpoints = product.services.endpoints.filter(({ auth }) => auth === 'session')
  for (const { method, path, rawBody } of endpoints) {
    if (rawBody) continue
    const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const answer = await product.app.inject({ method, url, headers: { cookie: 'token=x; sid=y' } })
    assert.equal(answer.statusCode, 401, `${method} ${path}`)
  }
})

test('a user is found, locked out on every server with sessions and keys, and let in again', async () => {
  const token = await openAccount('locked@example.org')
  const { key } = (await send('POST', 'keys', {}, { token })).data
  await other.services.keyTable.load()
  const [user] = (await send('GET', 'admin/users?q=LOCKED@', {}, { token: operator })).data
  assert.deepEqual([user.email, user.disabled_at, user.plan_id], ['locked@example.org', null, 'free'])
  const change = (fields: object) => send('PATCH', `admin/users/${user.id}`, fields, { token: operator })
  assert.equal((await change({ disabled: true })).status, 200)
  const look = () => other.app.inject({ url: '/v1/ip/8.8.8.8', headers: { 'x-api-key': key } })
  await until(async () => (await look()).statusCode === 401, 'the other server refuses the key')
  assert.equal((await send('POST', 'user_info', {}, { token })).code, 506)
  const logIn = () => send('POST', 'account/log_in', { email: 'locked@example.org', password: PASSWORD })
  assert.equal((await logIn()).data.error, 'wrong_login')
  await change({ disabled: false, plan: 'business' })
  assert.equal((await logIn()).status, 200)
  const [after] = (await send('GET', 'admin/users?q=locked@', {}, { token: operator })).data
  assert.deepEqual([after.disabled_at, after.plan_id], [null, 'business'])
  assert.equal((await change({ plan: 'no such plan' })).status, 400)
})

test('an account that becomes the operator’s is let in, and links ordered with its old password are dead', async () => {
  const [email, elsewhere] = ['chief@example.org', 'thief@example.net']
  const token = await openAccount(email)
  await send('POST', 'account/email', { email: elsewhere, password: PASSWORD }, { token })
  const link = toLinkToken((await waitForMail(elsewhere, 'email')).text)
  const [user] = (await send('GET', 'admin/users?q=chief@', {}, { token: operator })).data
  await send('PATCH', `admin/users/${user.id}`, { disabled: true }, { token: operator })
  const path = await product.services.storage.transact((queries) => makeOperatorLink(queries))
  const made = await become(toSecret(path), email)
  assert.equal((await send('POST', 'user_info', {}, { token: made.data.token })).data.user.role, 'operator')
  assert.equal((await send('POST', 'account/confirm', { token: link })).data.error, 'link_dead')
  assert.equal((await send('POST', 'account/log_in', { email, password: PASSWORD })).status, 200)
})

test('operators do not lock themselves out', async () => {
  const [boss] = (await send('GET', 'admin/users?q=boss@', {}, { token: operator })).data
  assert.equal((await send('PATCH', `admin/users/${boss.id}`, { disabled: true }, { token: operator })).status, 403)
})

test('of two operators who lock each other at once one is left', async () => {
  const { storage: database } = product.services
  const link = toSecret(await database.transact((queries) => makeOperatorLink(queries)))
  const deputy = (await become(link, 'deputy@example.org')).data.token
  const [{ id }] = (await send('GET', 'admin/users?q=deputy@', {}, { token: operator })).data
  const [boss] = (await send('GET', 'admin/users?q=boss@', {}, { token: operator })).data
  let answer: ReturnType<typeof send> | undefined
  // What the other's call does, not yet written.
  await database.transact(async (queries) => {
    await queries.updateTable('accounts').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    let hasEnded = false
    answer = send('PATCH', `admin/users/${boss.id}`, { disabled: true }, { token: deputy })
    void answer.finally(() => (hasEnded = true))
    await until(async () => hasEnded || (await isWaitedFor(queries)), 'a call that is done, or waits')
  })
  assert.equal((await answer!).data.error, 'session_ended')
  assert.equal((await send('GET', 'admin/overview', {}, { token: operator })).status, 200)
})

test('a tool that is switched off answers 403 on every server, leaves the list, and comes back', async () => {
  const run = (on: Product) => on.app.inject({ method: 'POST', url: '/v1/tools/case', payload: { text: 'a', to: 'upper' } })
  const list = async () => (await send('POST', 'web_init')).data.tools as string[]
  assert.equal((await run(other)).statusCode, 200)
  const off = await send('PATCH', 'admin/tools/case', { off: true }, { token: operator })
  assert.equal(off.data.message, 'The tool is off')
  assert.equal((await run(product)).statusCode, 403)
  await until(async () => (await run(other)).statusCode === 403, 'the other server hears of it')
  assert.ok(!(await list()).includes('case'))
  const on = await send('PATCH', 'admin/tools/case', { off: false }, { token: operator })
  assert.equal(on.data.message, 'The tool is on again')
  assert.ok((await list()).includes('case'))
  assert.equal((await send('PATCH', 'admin/tools/none', { off: true }, { token: operator })).status, 404)
})

const solve = async () => {
  const { challenge } = (await send('GET', 'contact/challenge')).data as { challenge: Challenge }
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
}
const MESSAGE = { category: 'custom', name: 'Ann', email: 'ann@example.net', describe: 'Ten million a day?' }

test('a message is kept, mailed to the operator, and marked as done', async () => {
  moveOn()
  const sent = await send('POST', 'contact', { ...MESSAGE, proof: await solve() })
  assert.equal(sent.data.message, 'Information submitted successfully, we will give you feedback as soon as possible')
  const [mail] = await readMail('boss@example.org')
  assert.equal(mail?.kind, 'message')
  assert.match(mail?.text ?? '', /> Ann <ann@example.net>\n> \n> Ten million a day\?/)
  const [message] = (await send('GET', 'admin/messages', {}, { token: operator })).data
  assert.deepEqual([message.name, message.category, message.state], ['Ann', 'custom', 'open'])
  await send('POST', 'contact', { ...MESSAGE, describe: 'And a second one', proof: await solve() })
  await send('PATCH', `admin/messages/${message.id}`, { state: 'done' }, { token: operator })
  const open = (await send('GET', 'admin/messages', {}, { token: operator })).data as { text: string }[]
  assert.deepEqual(
    open.map(({ text }) => text),
    ['And a second one'],
  )
})

test('a message is not mailed to an operator who is locked out', async () => {
  const email = 'left@example.org'
  await become(toSecret(await product.services.storage.transact((queries) => makeOperatorLink(queries))), email)
  const [user] = (await send('GET', 'admin/users?q=left@', {}, { token: operator })).data
  await send('PATCH', `admin/users/${user.id}`, { disabled: true }, { token: operator })
  moveOn()
  assert.equal((await send('POST', 'contact', { ...MESSAGE, proof: await solve() })).status, 200)
  assert.deepEqual(await readMail(email), [])
})

test('a message is deleted by an operator only, for good, and the log says so', async () => {
  moveOn()
  await send('POST', 'contact', { ...MESSAGE, describe: 'Forget me', proof: await solve() })
  const list = async () => (await send('GET', 'admin/messages', {}, { token: operator })).data as { id: number; text: string }[]
  const before = await list()
  const { id } = before.find(({ text }) => text === 'Forget me')!
  assert.ok(before.length > 1)
  assert.equal((await send('DELETE', `admin/messages/${id}`)).status, 401)
  const gone = await send('DELETE', `admin/messages/${id}`, {}, { token: operator })
  assert.equal(gone.data.message, 'The message has been deleted')
  const others = before.filter((message) => message.id !== id)
  assert.deepEqual(await list(), others)
  assert.equal((await send('DELETE', `admin/messages/${id}`, {}, { token: operator })).status, 404)
  const { data } = await send('GET', 'admin/audit?action=message_remove', {}, { token: operator })
  assert.deepEqual(data[0].detail, { id })
})

test('work that was set by a machine with a slow clock counts on the others', async (t) => {
  const { now } = Date
  const slow = t.mock.method(Date, 'now', () => now() - 20 * 60_000)
  const proof = await solve()
  slow.mock.restore()
  assert.equal((await send('POST', 'contact', { ...MESSAGE, proof })).status, 200)
})

test('a message without work, with work done twice, or with an easier challenge is refused', async () => {
  moveOn()
  assert.equal((await send('POST', 'contact', MESSAGE)).status, 400)
  const proof = await solve()
  const easier = { ...proof, challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, cost: 1 } } }
  assert.equal((await send('POST', 'contact', { ...MESSAGE, proof: easier })).data.error, 'proof_wrong')
  assert.equal((await send('POST', 'contact', { ...MESSAGE, proof })).status, 200)
  assert.equal((await send('POST', 'contact', { ...MESSAGE, proof })).data.error, 'proof_wrong')
})

test('the sixth message of an address in an hour → 429', async () => {
  moveOn()
  const answers: number[] = []
  for (let i = 0; i < 6; i++)
    answers.push(
      (
        await send('POST', 'contact', {
          ...MESSAGE,
          proof: {
            challenge: {
              parameters: { algorithm: 'a', nonce: 'b', salt: 'c', cost: 1, keyLength: 32, keyPrefix: '00', expiresAt: 1 },
              signature: 'x',
            },
            solution: { counter: 0, derivedKey: '' },
          },
        })
      ).status,
    )
  assert.deepEqual(answers, [400, 400, 400, 400, 400, 429])
})

test('markup in a message is text in the mail', async () => {
  moveOn()
  await send('POST', 'contact', { ...MESSAGE, name: '<img src=x onerror=alert(1)>', proof: await solve() })
  const [mail] = await readMail('boss@example.org')
  assert.ok(mail?.html.includes('&lt;img src=x onerror=alert(1)&gt;') && !mail.html.includes('<img'))
})

test('a mail that may be on its way is not sent a second time; one that waits for long is tried at once', async () => {
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ id: number }>`insert into mails (recipient, kind, subject, text, html, state, attempts, next_at)
      select 'w@example.org', 'message', 's', 't', 'h', 'waiting', 3, now() + make_interval(mins => minutes)
      from unnest(array[7, 60]) minutes returning id`.execute(queries),
  )
  for (const { id } of rows) assert.equal((await send('POST', `admin/mails/${id}/retry`, {}, { token: operator })).status, 200)
  const { data } = await send('GET', 'admin/mails?q=w@example.org', {}, { token: operator })
  const due = data.map(({ id, attempts, next_at }: Record<string, string>) => [id, attempts, Date.parse(next_at!) <= Date.now()])
  assert.deepEqual(due, [
    [rows[1]!.id, 0, true],
    [rows[0]!.id, 3, false],
  ])
})

test('a mail that was given up is tried again, at once and alone; one that was sent is not', async () => {
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ id: number }>`insert into mails (recipient, kind, subject, text, html, state, attempts, next_at)
      select 'r@example.org', 'message', 's', 't', 'h', state, 12, now() + interval '1 hour'
      from unnest(array['failed', 'failed', 'sent']) state returning id`.execute(queries),
  )
  const [again, other, sent] = rows.map(({ id }) => id)
  const retry = (id?: number) => send('POST', `admin/mails/${id}/retry`, {}, { token: operator })
  assert.deepEqual([(await retry(again)).data.message, (await retry(sent)).status], ['The mail is being sent again', 404])
  const { data: noted } = await send('GET', 'admin/audit?action=mail_retry', {}, { token: operator })
  assert.deepEqual(noted[0].detail, { id: again })
  const { data } = await send('GET', 'admin/mails?q=r@example.org', {}, { token: operator })
  const seen = data.map(({ id, state, attempts, next_at }: Record<string, string>) => [
    id,
    state,
    attempts,
    Date.parse(next_at ?? '') <= Date.now(),
  ])
  assert.deepEqual(seen, [
    [sent, 'sent', 12, false],
    [other, 'failed', 12, false],
    [again, 'waiting', 0, true],
  ])
})

test('why a mail was not taken is said in the language of the operator', async () => {
  const kept = joinText({ en: 'refused', zh: '被拒绝' })
  await product.services.storage.run((queries) =>
    sql`insert into mails (recipient, kind, subject, text, html, state, attempts, error)
      select 'faulted@example.org', 'message', 's', 't', 'h', 'failed', 1, error from unnest(array['550 of before', ${kept}]) error`.execute(
      queries,
    ),
  )
  for (const [lang, words] of [
    ['en', 'refused'],
    ['zh', '被拒绝'],
  ]) {
    const { data } = await send('GET', `admin/mails?q=faulted@example.org&lang=${lang}`, {}, { token: operator })
    assert.deepEqual(
      data.map(({ error }: { error: string }) => error),
      [words, '550 of before'],
    )
  }
})

test('lists of mails, audit, jobs, corrections, users and figures; no list shows a link or a hash', async () => {
  for (const path of ['mails', 'audit', 'jobs', 'corrections', 'overview', 'users']) {
    const answer = await send('GET', `admin/${path}`, {}, { token: operator })
    assert.equal(answer.status, 200, path)
    assert.doesNotMatch(answer.text, /token=|argon2|"hash"/, path)
  }
  const find = async (path: string) => (await send('GET', path, {}, { token: operator })).data as unknown as object[]
  const mails = await find('admin/mails')
  const [{ recipient }] = mails as [{ recipient: string }]
  assert.ok((await find(`admin/mails?q=${recipient.toUpperCase()}`)).length > 0)
  assert.deepEqual(await find('admin/mails?q=%25nobody'), [])
  assert.ok((await find('admin/audit?q=tool_sw')).length > 0)
  assert.deepEqual(await find('admin/audit?q=tool%25sw'), [])
  const { data } = await send('GET', 'admin/audit?action=tool_switch', {}, { token: operator })
  assert.deepEqual(
    data.map((row: { email: string; detail: object }) => [row.email, row.detail]),
    [
      ['boss@example.org', { id: 'case', off: false }],
      ['boss@example.org', { id: 'case', off: true }],
    ],
  )
})
