import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { until } from '@octet/core/testing/until.ts'
import { toJobFolder } from '../../domain/jobs/jobs.ts'
import { Database } from '../../storage/database.ts'
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

const PASSWORD = 'correct horse battery'
type Headers = Record<string, string>
let client = 1
/** One call of a client with an address of its own, so that the brakes of one test do not slow another. */
async function call(name: string, payload: object = {}, headers: Headers = {}, on = product) {
  const answer = await on.app.inject({
    method: 'POST',
    url: name.startsWith('/') ? name : `/v1/account/${name}`,
    payload,
    headers: { 'accept-language': 'en', ...headers },
    remoteAddress: `198.51.100.${client}`,
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, ...answer.json() }
}

const signUp = (email: string, fields: object = {}) =>
  call('sign_up', { email, password: PASSWORD, confirm_password: PASSWORD, agree: true, ...fields })

async function readMail(to: string): Promise<{ kind: string; text: string; subject: string }[]> {
  const answer = await product.app.inject({
    url: `/v1/account/outbox?to=${encodeURIComponent(to)}`,
    headers: { host: 'localhost' },
  })
  return answer.json().data
}

const waitForMail = (to: string, kind: string) =>
  until(async () => (await readMail(to)).find((mail) => mail.kind === kind), `a mail “${kind}” for ${to}`)

const toToken = (text: string): string => /token=([\w-]{43})/.exec(text)?.[1] ?? ''

async function openAccount(email: string): Promise<string> {
  client = (client % 250) + 1
  await signUp(email)
  const { text } = await waitForMail(email, 'confirm')
  assert.equal((await call('confirm', { token: toToken(text) })).status, 200)
  return (await call('log_in', { email, password: PASSWORD })).data.token
}

const whoIs = (token: string, on = product) => call('/v1/user_info', {}, { token }, on)

test('sign-up, mail, confirmation, log-in, who am I, log-out', async () => {
  assert.match((await signUp('way@example.org', { phone: '13800138000' })).data.message, /We have sent you a mail/)
  assert.equal((await call('log_in', { email: 'way@example.org', password: PASSWORD })).data.error, 'wrong_login')
  const { subject, text } = await waitForMail('way@example.org', 'confirm')
  assert.match(subject, /^Confirm your email address/)
  assert.equal((await call('confirm', { token: toToken(text) })).status, 200)
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
    client = 201
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
      client = 202
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
    client = 203
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
  await call('confirm', { token: toToken((await waitForMail('long@example.org', 'confirm')).text) })
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
  client++
  const logins = [
    await call('log_in', { email: 'known@example.org', password: 'wrong one' }),
    await call('log_in', { email: 'none@example.org', password: 'wrong one' }),
    await call('log_in', { email: 'fresh@example.org', password: PASSWORD }),
  ]
  assert.equal(new Set(logins.map(({ text }) => text)).size, 1)
})

test('a confirmation link used three times at once confirms once, and says to the others that it is done', async () => {
  client++
  await signUp('once@example.org')
  const token = toToken((await waitForMail('once@example.org', 'confirm')).text)
  const answers = await Promise.all([1, 2, 3].map(() => call('confirm', { token })))
  const before = 'Your email address was confirmed before. You can log in'
  assert.deepEqual(answers.map(({ data }) => data.message).sort(), [
    'Your email address is confirmed. You can log in now',
    before,
    before,
  ])
})

test('a confirmation link confirms its own address alone', async () => {
  client++
  for (const email of ['mine@example.org', 'theirs@example.org']) await signUp(email)
  const token = toToken((await waitForMail('mine@example.org', 'confirm')).text)
  assert.equal((await call('confirm', { token })).status, 200)
  assert.equal((await call('log_in', { email: 'mine@example.org', password: PASSWORD })).status, 200)
  assert.equal((await call('log_in', { email: 'theirs@example.org', password: PASSWORD })).data.error, 'wrong_login')
})

test('a confirmation link that has expired is dead, whether the address is confirmed or not', async () => {
  client++
  await signUp('expired@example.org')
  const token = toToken((await waitForMail('expired@example.org', 'confirm')).text)
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
  client++
  await signUp('resent@example.org')
  const first = toToken((await waitForMail('resent@example.org', 'confirm')).text)
  assert.equal((await call('resend', { email: 'resent@example.org' })).status, 200)
  await until(async () => (await readMail('resent@example.org')).length === 2, 'a second mail')
  const [mail] = await readMail('resent@example.org')
  assert.equal((await call('confirm', { token: first })).status, 200)
  const again = await call('confirm', { token: toToken(mail?.text ?? '') }, { 'accept-language': 'zh' })
  assert.equal(again.data.message, '邮箱此前已确认，可以直接登录')
  assert.equal((await call('log_in', { email: 'resent@example.org', password: PASSWORD })).status, 200)
})

test('an address that is registered once more while its link is opened is not confirmed without the newer password', async () => {
  client++
  await signUp('racing@example.org')
  const token = toToken((await waitForMail('racing@example.org', 'confirm')).text)
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
    return toToken((await waitForMail('reset@example.org', 'reset')).text)
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
  await until(async () => (await whoIs(token, other)).code === 506, 'the session has ended')
  assert.equal((await call('log_in', { email: 'reset@example.org', password: 'another fine one' })).status, 200)
})

test('who registers once more before confirming logs in with the newer password alone, and has to know it', async () => {
  client++
  await signUp('again@example.org', { password: 'one of a stranger', confirm_password: 'one of a stranger' })
  await waitForMail('again@example.org', 'confirm')
  await signUp('again@example.org')
  const confirms = async () => (await readMail('again@example.org')).filter(({ kind }) => kind === 'confirm')
  await until(async () => (await confirms()).length === 2, 'the second link')
  const token = toToken((await confirms())[0]!.text)
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
  assert.equal((await whoIs(second, other)).status, 200)
  const wrong = { current: 'not this one', password: 'a third fine one', confirm_password: 'a third fine one' }
  assert.equal((await call('password', wrong, { token })).msg, 'The current password is wrong')
  assert.equal((await call('password', { ...wrong, current: PASSWORD }, { token })).status, 200)
  await until(async () => (await whoIs(second, other)).code === 506, 'the other session has ended')
  assert.equal((await whoIs(token, other)).status, 200)
  assert.match((await waitForMail('change@example.org', 'password_changed')).text, /Passkeys and API keys keep working/)
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
  assert.equal((await call('/v1/user_info', {}, { token: login.data.token, cookie })).data.user.email, 'both@example.org')
  assert.equal((await call('log_out', {}, { cookie })).data.error, 'login_required')
  assert.equal(login.headers['access-control-allow-origin'], undefined)
})

test('ten wrong passwords slow the client that guesses, not the owner elsewhere', async () => {
  await openAccount('owner@example.org')
  client = 240
  const answers: number[] = []
  for (let i = 0; i < 10; i++) answers.push((await call('log_in', { email: 'owner@example.org', password: `guess ${i}` })).status)
  assert.deepEqual(answers, [401, 401, 401, 401, 401, 401, 429, 429, 429, 429])
  client = 241
  assert.equal((await call('log_in', { email: 'owner@example.org', password: PASSWORD })).status, 200)
})

test('a second factor: needed at log-in, each code once, recovery codes once', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() }) // no code runs out while the test does
  const token = await openAccount('totp@example.org')
  const { secret, url } = (await call('second_factor/start', {}, { token })).data
  assert.match(url, /^otpauth:\/\/totp\/Octet:totp%40example.org\?/)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: Date.now() - 30_000 })
  const current = { password: PASSWORD }
  assert.equal(
    (await call('second_factor/enable', { ...current, secret, code: '000000' === code ? '000001' : '000000' }, { token })).status,
    401,
  )
  const shown = `${code.slice(0, 3)} ${code.slice(3)}` // as apps show it
  const enabled = await call('second_factor/enable', { ...current, secret, code: shown }, { token })
  const [recovery, second, third] = enabled.data.recovery_codes
  const login = (value?: string) => {
    client = (client % 250) + 1
    return call('log_in', { email: 'totp@example.org', password: PASSWORD, ...(value && { code: value }) })
  }
  assert.equal((await login()).data.error, 'code_required')
  assert.equal((await login(code)).data.error, 'wrong_code', 'the code that switched it on is used')
  const next = totp.generate()
  const wide = next.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)) // by a Chinese keyboard
  assert.equal((await login(wide)).status, 200)
  assert.equal((await login(next)).data.error, 'wrong_code')
  assert.equal((await login(recovery)).status, 200)
  assert.equal((await login(recovery)).data.error, 'wrong_code')
  assert.equal((await login(` ${second.replace('-', ' ').toUpperCase()}`)).status, 200, 'copied from paper')
  assert.equal((await login(third.replace('-', ''))).status, 200)
  for (const seconds of [-60, 60])
    assert.equal(
      (await login(totp.generate({ timestamp: Date.now() + 1_000 * seconds }))).data.error,
      'wrong_code',
      `${seconds} s`,
    )
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

test('a second factor is guessed ten times, wherever the guesses come from, also to switch it off', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const [email, password] = ['guessed@example.org', PASSWORD]
  const token = await openAccount(email)
  const { secret } = (await call('second_factor/start', {}, { token })).data
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: Date.now() - 30_000 })
  await call('second_factor/enable', { password, secret, code }, { token })
  const guess = (path: string, code?: string) => {
    client = (client % 250) + 1
    return call(path, path === 'log_in' ? { email, password, ...(code && { code }) } : { code }, { token })
  }
  const spend = async (path: string) => {
    const answers: number[] = []
    for (let i = 0; i < 11; i++) answers.push((await guess(path, '00000000-00000000')).status)
    assert.deepEqual(answers, [...Array<number>(10).fill(401), 429])
  }
  const repay = () => product.services.brakes.repayCode(accountId)
  const { id: accountId } = await product.services.storage.run((queries) =>
    queries.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
  await spend('log_in')
  assert.equal((await guess('log_in')).data.error, 'code_required', 'without a code nothing is guessed')
  assert.equal((await guess('second_factor/disable', totp.generate())).status, 429, 'not the right one either')
  repay()
  await spend('second_factor/disable')
  repay()
  assert.equal((await guess('log_in', totp.generate())).status, 200)
  await spend('log_in') // the owner's log-in has given the ten back
})

test('a recovery code opens its own account alone', async () => {
  const enable = async (email: string) => {
    const token = await openAccount(email)
    const { secret } = (await call('second_factor/start', {}, { token })).data
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    return (await call('second_factor/enable', { password: PASSWORD, secret, code }, { token })).data.recovery_codes[0]
  }
  const foreign = await enable('has-codes@example.org')
  await enable('has-others@example.org')
  const login = await call('log_in', { email: 'has-others@example.org', password: PASSWORD, code: foreign })
  assert.equal(login.data.error, 'wrong_code')
})

test('a second factor is not replaced by who only has the session: it is switched off first, by a code', async () => {
  const token = await openAccount('kept@example.org')
  const prepare = async () => {
    const { secret } = (await call('second_factor/start', {}, { token })).data
    return { password: PASSWORD, secret, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() }
  }
  const codes = (await call('second_factor/enable', await prepare(), { token })).data.recovery_codes
  const again = await call('second_factor/enable', await prepare(), { token })
  assert.deepEqual([again.status, again.data.error], [403, 'forbidden'])
  client++
  assert.equal((await call('log_in', { email: 'kept@example.org', password: PASSWORD, code: codes[0] })).status, 200)
  const disabled = await call('second_factor/disable', { code: codes[1] }, { token })
  assert.deepEqual([disabled.status, disabled.data.message], [200, 'The second factor is off'])
  assert.match((await waitForMail('kept@example.org', 'second_factor_on')).text, /also takes a code/)
  assert.match((await waitForMail('kept@example.org', 'second_factor_off')).text, /the password alone is enough to log in/)
  assert.equal((await call('second_factor/enable', await prepare(), { token })).status, 200)
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
  const link = toToken((await waitForMail(email, 'reset')).text)
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

test('without a database account calls say 503, look-ups go on', async () => {
  await using alone = await startProduct({ storageUrl: 'postgres://a:b@127.0.0.1:1/none', withoutData: true })
  const answer = await alone.app.inject({ method: 'POST', url: '/v1/user_info', headers: { token: 'x'.repeat(43) }, payload: {} })
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '2'])
  assert.equal((await alone.app.inject('/livez')).statusCode, 200)
  assert.equal((await alone.app.inject('/v1/account/ready')).statusCode, 503)
  assert.equal((await product.app.inject('/v1/account/ready')).statusCode, 200)
})

test('accounts are not ready while their database can only be read; the server itself is', async () => {
  await using own = await startStorage()
  await using alone = await startProduct({ storageUrl: own.url, withoutData: true })
  await using operator = new Database(`${own.url}&options=-c%20default_transaction_read_only%3Doff`, { log: alone.services.log })
  const setReadOnly = (state: 'on' | 'off') =>
    operator.run(async (queries) => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(queries)
      await sql`alter database ${sql.id(rows[0]!.name)} set default_transaction_read_only = ${sql.lit(state)}`.execute(queries)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid != pg_backend_pid()`.execute(queries)
    })
  const ask = async () => {
    const answer = await alone.app.inject({ url: '/v1/account/ready', headers: { 'accept-language': 'zh' } })
    return [answer.statusCode, answer.json().msg]
  }
  const before = (await alone.app.inject('/readyz')).statusCode
  assert.deepEqual(await ask(), [200, ''])
  await setReadOnly('on')
  const told = [503, '暂不可用：账户数据库只能读取，不能写入']
  await until(async () => String(await ask()) === String(told), 'accounts are not ready, on new connections')
  assert.equal((await alone.app.inject('/readyz')).statusCode, before)
  await setReadOnly('off')
  await until(async () => (await ask())[0] === 200, 'it is ready again')
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
