import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { toJobFolder } from '../../domain/jobs/job-files.ts'
import { createAccountCalls, PASSWORD, toLinkToken } from '../../testing/account-calls.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
let other: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true })
  other = await startProduct({ storageUrl: storage.url, withoutData: true })
})
after(async () => {
  await Promise.all([product[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  await storage[Symbol.asyncDispose]()
})

const { send, readMail, waitForMail, openAccount, moveOn, standAt } = createAccountCalls(() => product)
const elsewhere = createAccountCalls(() => other)
const call = (name: string, payload: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  send('POST', `account/${name}`, payload, headers)
const signUp = (email: string, fields: object = {}) =>
  call('sign_up', { email, password: PASSWORD, confirm_password: PASSWORD, agree: true, ...fields })
const whoIs = (token: string, at = { send }) => at.send('POST', 'user_info', {}, { token })

test('sign-up, mail, confirmation, log-in, who am I, log-out', async () => {
  assert.match((await signUp('way@example.org', { phone: '13800138000' })).data.message, /We have sent you an email/)
  assert.equal((await call('log_in', { email: 'way@example.org', password: PASSWORD })).data.error, 'wrong_login')
  const { subject, text } = await waitForMail('way@example.org', 'confirm')
  assert.match(subject, /^Confirm your email address/)
  assert.equal((await call('confirm', { token: toLinkToken(text) })).status, 200)
  const login = await call('log_in', { email: ' WAY@example.org', password: PASSWORD })
  assert.equal(login.data.message, 'Login succeeded')
  assert.equal(login.data.expires_in, 604_800)
  const { user } = (await whoIs(login.data.token)).data
  assert.deepEqual([user.name, user.email, user.unread], ['13800138000', 'way@example.org', 0])
  const ended = await call('log_out', {}, { token: login.data.token })
  assert.equal(ended.data.redirect, '/?signout=1')
  const dead = await whoIs(login.data.token)
  assert.deepEqual([dead.status, dead.code], [401, 506])
})

test('remembered: 30 days', async () => {
  await openAccount('days@example.org')
  const login = await call('log_in', { email: 'days@example.org', password: PASSWORD, remember: true })
  assert.equal(login.data.expires_in, 2_592_000)
})

const refused: [string, object, string][] = [
  ['no agreement', { agree: false }, 'Please agree to the Terms and Privacy Policy'],
  ['no address', { email: 'nobody' }, 'Please enter the correct email address'],
  ['two receivers', { email: 'a@example.org,b@example.org' }, 'Please enter the correct email address'],
  ['a line end in the address', { email: 'a@example.org\r\nBcc: b@example.org' }, 'Please enter the correct email address'],
  ['an empty password', { password: '' }, 'Please enter your login password'],
  ['two passwords', { confirm_password: 'something else' }, 'The two passwords do not match'],
  ['7 characters', { password: 'k7#mQz!' }, 'Choose another password: expected 8 to 256 characters, got 7'],
  ['257 characters', { password: 'ab'.repeat(128) + 'c' }, 'Choose another password: expected 8 to 256 characters, got 257'],
  ['a common password', { password: 'Password123' }, 'Choose another password: it is among the most used ones'],
]
for (const [name, fields, message] of refused)
  test(`sign-up with ${name} → “${message}”`, async () => {
    standAt(201)
    const answer = await signUp('refused@example.org', fields)
    assert.deepEqual([answer.status, answer.msg], [400, message])
  })

for (const [name, fields] of [
  ['log_in', { email: 'absent@example.org', password: PASSWORD }],
  ['sign_up', { email: 'absent@example.org', password: PASSWORD, confirm_password: PASSWORD, agree: true }],
] as const)
  for (const [field, lang, message] of [
    ['email', 'en', 'Please enter the correct email address'],
    ['email', 'zh', '请输入正确的邮箱地址'],
    ['password', 'en', 'Please enter your login password'],
    ['password', 'zh', '请输入登录密码'],
  ] as const)
    test(`${name} without ${field}, absent or empty → “${message}”`, async () => {
      standAt(202)
      for (const value of [undefined, '']) {
        const answer = await call(name, { ...fields, [field]: value }, { 'accept-language': lang })
        assert.deepEqual([answer.status, answer.msg], [400, message])
      }
    })

for (const [lang, differ, ask] of [
  ['en', 'The two passwords do not match', 'Please enter “Token of the link”'],
  ['zh', '两次输入的密码不一致', '请输入“链接中的令牌”'],
] as const)
  test(`a repeated password or a link’s token, absent or empty → “${differ}”, “${ask}”`, async () => {
    standAt(203)
    const asking = { 'accept-language': lang }
    for (const value of [undefined, '']) {
      const answers = [
        await call('sign_up', { email: 'absent@example.org', password: PASSWORD, confirm_password: value, agree: true }, asking),
        await call('reset', { token: value, password: PASSWORD, confirm_password: PASSWORD }, asking),
        await call('confirm', { token: value }, asking),
      ]
      assert.deepEqual(
        answers.map(({ status, msg }) => [status, msg]),
        [differ, ask, ask].map((msg) => [400, msg]),
      )
    }
  })

test('full-width letters are the same address', async () => {
  await openAccount('wide@example.org')
  assert.equal((await call('log_in', { email: 'ｗｉｄｅ＠example.org', password: PASSWORD })).status, 200)
})

test('a password of 256 characters with spaces and emoji is kept exactly', async () => {
  const password = ' 🐙' + 'x1'.repeat(127)
  await signUp('long@example.org', { password, confirm_password: password })
  await call('confirm', { token: toLinkToken((await waitForMail('long@example.org', 'confirm')).text) })
  assert.equal((await call('log_in', { email: 'long@example.org', password })).status, 200)
  assert.equal((await call('log_in', { email: 'long@example.org', password: password.trim() })).data.error, 'wrong_login')
})

test('a known address gets the same answer as a new one, and a mail that says so', async () => {
  await openAccount('known@example.org')
  const [known, fresh] = [await signUp('known@example.org'), await signUp('fresh@example.org')]
  assert.equal(known.text, fresh.text)
  await waitForMail('known@example.org', 'known_address')
  const answers = [await call('forgot', { email: 'known@example.org' }), await call('forgot', { email: 'none@example.org' })]
  assert.equal(answers[0]?.text, answers[1]?.text)
  moveOn()
  const logins = [
    await call('log_in', { email: 'known@example.org', password: 'wrong one' }),
    await call('log_in', { email: 'none@example.org', password: 'wrong one' }),
    await call('log_in', { email: 'fresh@example.org', password: PASSWORD }),
  ]
  assert.equal(new Set(logins.map(({ text }) => text)).size, 1)
})

test('a confirmation link used three times at once confirms once, and says to the others that it is done', async () => {
  moveOn()
  await signUp('once@example.org')
  const token = toLinkToken((await waitForMail('once@example.org', 'confirm')).text)
  const answers = await Promise.all([1, 2, 3].map(() => call('confirm', { token })))
  const before = 'Your email address was confirmed before. You can log in'
  assert.deepEqual(answers.map(({ data }) => data.message).sort(), [
    'Your email address is confirmed. You can log in now',
    before,
    before,
  ])
})

test('a confirmation link confirms its own address alone', async () => {
  moveOn()
  for (const email of ['mine@example.org', 'theirs@example.org']) await signUp(email)
  const token = toLinkToken((await waitForMail('mine@example.org', 'confirm')).text)
  assert.equal((await call('confirm', { token })).status, 200)
  assert.equal((await call('log_in', { email: 'mine@example.org', password: PASSWORD })).status, 200)
  assert.equal((await call('log_in', { email: 'theirs@example.org', password: PASSWORD })).data.error, 'wrong_login')
})

test('a confirmation link that has expired is dead, whether the address is confirmed or not', async () => {
  moveOn()
  await signUp('expired@example.org')
  const token = toLinkToken((await waitForMail('expired@example.org', 'confirm')).text)
  const setExpiry = (when: string) =>
    product.services.storage.run((queries) =>
      sql`update links set expires_at = now() + ${when}::interval from accounts
        where accounts.id = account_id and accounts.email = 'expired@example.org'`.execute(queries),
    )
  await setExpiry('-1 second')
  assert.equal((await call('confirm', { token })).data.error, 'link_dead')
  await setExpiry('1 minute')
  assert.equal((await call('confirm', { token })).status, 200)
  await setExpiry('-1 second')
  assert.equal((await call('confirm', { token })).data.error, 'link_dead')
})

test('of two confirmation links either works, and the other says that the address is confirmed', async () => {
  moveOn()
  await signUp('resent@example.org')
  const first = toLinkToken((await waitForMail('resent@example.org', 'confirm')).text)
  assert.equal((await call('resend', { email: 'resent@example.org' })).status, 200)
  await until(async () => (await readMail('resent@example.org')).length === 2, 'a second mail')
  const [mail] = await readMail('resent@example.org')
  assert.equal((await call('confirm', { token: first })).status, 200)
  const again = await call('confirm', { token: toLinkToken(mail?.text ?? '') }, { 'accept-language': 'zh' })
  assert.equal(again.data.message, '邮箱此前已确认，可以直接登录')
  assert.equal((await call('log_in', { email: 'resent@example.org', password: PASSWORD })).status, 200)
})

test('an address that is registered once more while its link is opened is not confirmed without the newer password', async () => {
  moveOn()
  await signUp('racing@example.org')
  const token = toLinkToken((await waitForMail('racing@example.org', 'confirm')).text)
  const { storage: database } = product.services
  let answer: ReturnType<typeof call> | undefined
  await database.transact(async (queries) => {
    const claimed = sql`update accounts set sign_ups = sign_ups + 1 where email = 'racing@example.org'`
    await claimed.execute(queries)
    answer = call('confirm', { token })
    await until(async () => {
      const { rows } = await database.run((other) =>
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other),
      )
      return rows.length > 0
    }, 'the link waits for the registration')
  })
  assert.equal((await answer!).data.error, 'password_missing')
  assert.equal((await call('log_in', { email: 'racing@example.org', password: PASSWORD })).data.error, 'wrong_login')
})

test('a reset link sets the password, ends every session, works once and for 30 minutes', async () => {
  const token = await openAccount('reset@example.org')
  const reset = async (link: string) =>
    call('reset', { token: link, password: 'another fine one', confirm_password: 'another fine one' })
  const order = async () => {
    await call('forgot', { email: 'reset@example.org' })
    return toLinkToken((await waitForMail('reset@example.org', 'reset')).text)
  }
  const link = await order()
  await product.services.storage.run((queries) => sql`update links set expires_at = now() - interval '1 second'`.execute(queries))
  assert.equal((await reset(link)).data.error, 'link_dead')
  await product.services.storage.run((queries) => sql`delete from mails where recipient = 'reset@example.org'`.execute(queries))
  const second = await order()
  const address = { password: 'reset@example.org', confirm_password: 'reset@example.org' }
  assert.equal((await call('reset', { token: second, ...address })).data.error, 'password_weak')
  assert.equal((await reset(second)).data.message, 'Your new information has been saved')
  assert.equal((await reset(second)).data.error, 'link_dead')
  await until(async () => (await whoIs(token, elsewhere)).code === 506, 'the session has ended')
  assert.equal((await call('log_in', { email: 'reset@example.org', password: 'another fine one' })).status, 200)
})

test('who registers once more before confirming logs in with the newer password alone, and has to know it', async () => {
  moveOn()
  await signUp('again@example.org', { password: 'one of a stranger', confirm_password: 'one of a stranger' })
  await waitForMail('again@example.org', 'confirm')
  await signUp('again@example.org')
  const confirms = async () => (await readMail('again@example.org')).filter(({ kind }) => kind === 'confirm')
  await until(async () => (await confirms()).length === 2, 'the second link')
  const token = toLinkToken((await confirms())[0]!.text)
  // Who opens the mail need not be who ordered it.
  assert.equal((await call('confirm', { token })).data.error, 'password_missing')
  assert.equal((await call('confirm', { token, password: 'one of a stranger' })).data.error, 'wrong_password')
  assert.equal((await call('log_in', { email: 'again@example.org', password: PASSWORD })).data.error, 'wrong_login')
  assert.equal((await call('confirm', { token, password: PASSWORD })).status, 200)
  assert.equal((await call('log_in', { email: 'again@example.org', password: 'one of a stranger' })).data.error, 'wrong_login')
  assert.equal((await call('log_in', { email: 'again@example.org', password: PASSWORD })).status, 200)
})

test('registering once more changes nothing about a confirmed account', async () => {
  await openAccount('firm@example.org')
  await signUp('firm@example.org', { password: 'one of a stranger', confirm_password: 'one of a stranger' })
  await waitForMail('firm@example.org', 'known_address')
  assert.equal((await call('log_in', { email: 'firm@example.org', password: PASSWORD })).status, 200)
})

test('a changed password keeps this session and ends the others, on another server, too', async () => {
  const token = await openAccount('change@example.org')
  const second = (await call('log_in', { email: 'change@example.org', password: PASSWORD })).data.token
  assert.equal((await whoIs(second, elsewhere)).status, 200)
  const wrong = { current: 'not this one', password: 'a third fine one', confirm_password: 'a third fine one' }
  assert.equal((await call('password', wrong, { token })).msg, 'The current password is wrong')
  assert.equal((await call('password', { ...wrong, current: PASSWORD }, { token })).status, 200)
  await until(async () => (await whoIs(second, elsewhere)).code === 506, 'the other session has ended')
  assert.equal((await whoIs(token, elsewhere)).status, 200)
  const { text } = await waitForMail('change@example.org', 'password_changed')
  assert.match(text, /Passkeys and API keys keep working/)
  assert.match(text, /^Open the log-in page: http\S+\/login$/m, 'whoever did not do it gets to where it is undone')
})

test('log-out everywhere ends all', async () => {
  const first = await openAccount('all@example.org')
  const second = (await call('log_in', { email: 'all@example.org', password: PASSWORD })).data.token
  await call('log_out', { everywhere: true }, { token: second })
  assert.deepEqual([(await whoIs(first)).code, (await whoIs(second)).code], [506, 506])
})

test('a browser needs both halves; a cookie alone authorises nothing', async () => {
  await openAccount('both@example.org')
  const login = await call('log_in', { email: 'both@example.org', password: PASSWORD }, { origin: 'http://127.0.0.1' })
  const cookies = [login.headers['set-cookie']].flat().map(String)
  assert.match(cookies[0] ?? '', /^token=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Lax$/)
  assert.match(cookies[1] ?? '', /^sid=[\w-]{43}; .*HttpOnly$/)
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  assert.equal((await whoIs(login.data.token)).code, 506)
  assert.equal((await send('POST', 'user_info', {}, { token: login.data.token, cookie })).data.user.email, 'both@example.org')
  assert.equal((await call('log_out', {}, { cookie })).data.error, 'login_required')
  assert.equal(login.headers['access-control-allow-origin'], undefined)
})

test('ten wrong passwords slow the client that guesses, not the owner elsewhere', async () => {
  await openAccount('owner@example.org')
  standAt(240)
  const answers: number[] = []
  for (let i = 0; i < 10; i++) answers.push((await call('log_in', { email: 'owner@example.org', password: `guess ${i}` })).status)
  assert.deepEqual(answers, [401, 401, 401, 401, 401, 401, 429, 429, 429, 429])
  standAt(241)
  assert.equal((await call('log_in', { email: 'owner@example.org', password: PASSWORD })).status, 200)
})

test('made-up links to choose a password keep nobody from logging in', async () => {
  await openAccount('not-kept@example.org')
  const fields = { token: 'x'.repeat(43), password: PASSWORD, confirm_password: PASSWORD }
  const answers = await Promise.all(Array.from({ length: 70 }, () => call('reset', fields)))
  assert.deepEqual(
    answers.filter(({ data }) => data.error !== 'link_dead'),
    [],
  )
})

test('what one account ends, changes and deletes leaves its neighbours as they are', async () => {
  const [email, neighbour] = ['ends@example.org', 'neighbour@example.org']
  const [token, stays] = [await openAccount(email), await openAccount(neighbour)]
  const logIn = async (password: string) => (await call('log_in', { email, password })).data.token as string
  const first = { password: 'other battery staple', confirm_password: 'other battery staple' }
  const second = { password: 'third battery staple', confirm_password: 'third battery staple' }
  await call('log_out', {}, { token })
  await call('log_out', { everywhere: true }, { token: await logIn(PASSWORD) })
  assert.equal((await call('password', { current: PASSWORD, ...first }, { token: await logIn(PASSWORD) })).status, 200)
  await call('forgot', { email })
  const link = toLinkToken((await waitForMail(email, 'reset')).text)
  assert.equal((await call('reset', { token: link, ...second })).status, 200)
  assert.equal((await call('delete', { password: second.password }, { token: await logIn(second.password) })).status, 200)
  assert.equal((await whoIs(stays)).code, 200)
  assert.equal((await call('log_in', { email: neighbour, password: PASSWORD })).status, 200)
})

test('export shows what is stored and no secret; deletion leaves nothing', async () => {
  const token = await openAccount('gone@example.org')
  const { sessions, config } = product.services
  const { accountId } = await sessions.get(token, undefined)
  const key = (await product.app.inject({ method: 'POST', url: '/v1/keys', headers: { token }, payload: {} })).json().data
  const look = () => other.app.inject({ url: '/v1/ip/192.0.2.1', headers: { 'x-api-key': key.key } })
  await until(async () => (await look()).statusCode !== 401, 'the other server knows the key')
  const point = await product.services.points.store.add({ name: 'mine', tags: [], accountId })
  const told: (string | undefined)[] = []
  other.services.storage.listen('octet_points', (id) => told.push(id))
  const jobId = randomUUID()
  const folder = toJobFolder(config.varFolder)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${jobId}.out`), 'ip\r\n192.0.2.1\r\n')
  await product.services.storage.run((queries) =>
    sql`insert into jobs (id, account_id, key_id, kind, format, lang, lines, state, expires_at)
      values (${jobId}, ${accountId}, ${key.id}, 'lookup', 'csv', 'en', 1, 'done', now() + interval '1 day')`.execute(queries),
  )
  const file = await product.app.inject({ url: '/v1/account/export', headers: { token } })
  assert.equal(file.json().account.email, 'gone@example.org')
  assert.ok(!/argon2|hash|token=/.test(file.body))
  assert.equal((await call('delete', { password: 'not this one' }, { token })).data.error, 'wrong_password')
  assert.equal((await call('delete', { password: PASSWORD }, { token })).status, 200)
  assert.equal((await whoIs(token)).code, 506)
  const left = await product.services.storage.run((queries) =>
    queries.selectFrom('mails').select('id').where('recipient', '=', 'gone@example.org').execute(),
  )
  assert.deepEqual(left, [])
  assert.ok(!(await readdir(folder)).includes(`${jobId}.out`), 'the addresses that were looked up')
  await until(async () => (await look()).statusCode === 401, 'its keys are refused on the other server')
  await until(() => told.includes(point.id), 'its point is sent away')
})

/** Tables that hold hashes only, or what is forgotten within the hour, or are told as part of another. */
const NOT_TOLD = ['links', 'recovery_codes', 'challenges', 'download_links', 'leases']
const TOLD_AS: Readonly<Record<string, string>> = { audit: 'log' }

test('export tells of every table that names the account, and its keys by the id that their use has', async () => {
  const token = await openAccount('exported@example.org')
  const made = await product.app.inject({ method: 'POST', url: '/v1/keys', headers: { token }, payload: { name: 'a' } })
  assert.equal(made.statusCode, 200, made.body)
  const told = (await product.app.inject({ url: '/v1/account/export', headers: { token } })).json()
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ name: string }>`select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'account_id' and t.table_type = 'BASE TABLE' and c.table_schema = current_schema()`.execute(queries),
  )
  assert.ok(rows.length > 15)
  const missing = rows.filter(({ name }) => !NOT_TOLD.includes(name) && !Array.isArray(told[TOLD_AS[name] ?? name]))
  assert.deepEqual(missing, [])
  assert.match(told.keys[0].id, /^[\da-f-]{36}$/)
})

test('an installation with a public origin has no outbox page', async () => {
  await using open = await startProduct({
    storageUrl: storage.url,
    withoutData: true,
    env: { PUBLIC_ORIGIN: 'https://octet.example' },
  })
  assert.equal((await open.app.inject({ url: '/v1/account/outbox', headers: { host: 'localhost' } })).statusCode, 404)
})

test('the outbox is for this machine, by its own name, without a proxy', async () => {
  const cases: [string, string, object][] = [
    ['203.0.113.1', 'localhost', {}],
    ['127.0.0.1', 'rebound.example.org', {}],
    ['127.0.0.1', 'localhost', { 'x-forwarded-for': '203.0.113.1' }],
    ['127.0.0.1', 'localhost', { 'x-real-ip': '203.0.113.1' }],
    ['127.0.0.1', 'localhost', { via: '1.1 proxy' }],
    ['127.0.0.1', '127.0.0.1:3000', { connection: 'close' }], // all that nginx says by itself
  ]
  for (const [remoteAddress, host, headers] of cases)
    assert.equal(
      (await product.app.inject({ url: '/v1/account/outbox', remoteAddress, headers: { host, ...headers } })).statusCode,
      404,
    )
})
