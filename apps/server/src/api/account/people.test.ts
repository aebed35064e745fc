import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { until } from '@octet/core/testing/until.ts'
import { createAccountCalls, PASSWORD, toLinkToken } from '../../testing/account-calls.ts'
import { SoftAuthenticator } from '../../testing/soft-authenticator.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true, env: { PORT: '3999' } })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})
const { send, readMail, waitForMail, openAccount, moveOn } = createAccountCalls(() => product)
const RP = { origin: 'http://localhost:3999', rpID: 'localhost' }

async function addPasskey(token: string, authenticator: SoftAuthenticator) {
  const { challenge } = (await send('POST', 'account/passkeys/start', { password: PASSWORD }, { token })).data.options
  return send('POST', 'account/passkeys', { name: 'Laptop', response: authenticator.create({ ...RP, challenge }) }, { token })
}

const startLogIn = async (): Promise<string> => (await send('POST', 'account/passkeys/log_in_start')).data.options.challenge

test('who finds an open session adds no passkey and no second factor: both take the password', async () => {
  const token = await openAccount('open@example.org')
  const { secret } = (await send('POST', 'account/second_factor/start', {}, { token })).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  for (const [password, error] of [
    ['', 'password_missing'],
    ['not this one', 'wrong_password'],
  ] as const) {
    const passkey = await send('POST', 'account/passkeys/start', { password }, { token })
    assert.deepEqual([passkey.data.error, passkey.data.options], [error, undefined])
    const factor = await send('POST', 'account/second_factor/enable', { secret, code, password }, { token })
    assert.deepEqual([factor.data.error, factor.data.recovery_codes], [error, undefined])
  }
  assert.equal((await send('POST', 'account/passkeys/start', {}, { token })).status, 400)
  assert.equal((await send('POST', 'account/log_in', { email: 'open@example.org', password: PASSWORD })).status, 200)
})

test('a passkey logs in without password and code; its answer counts once', async () => {
  const token = await openAccount('key@example.org')
  const authenticator = new SoftAuthenticator()
  assert.equal((await addPasskey(token, authenticator)).status, 200)
  assert.match((await waitForMail('key@example.org', 'passkey_added')).text, /If this was not you, remove it/)
  const response = authenticator.get({ ...RP, challenge: await startLogIn() })
  const login = await send('POST', 'account/passkeys/log_in', { response, remember: true })
  assert.deepEqual([login.data.message, login.data.expires_in], ['Login succeeded', 2_592_000])
  const { user } = (await send('POST', 'user_info', {}, { token: login.data.token })).data
  assert.equal(user.email, 'key@example.org')
  assert.equal((await send('POST', 'account/passkeys/log_in', { response })).data.error, 'passkey_wrong')
})

test('a passkey that is there already is refused, and one beyond ten, however many were begun before', async () => {
  const token = await openAccount('ten@example.org')
  const authenticator = new SoftAuthenticator()
  const { challenge } = (await send('POST', 'account/passkeys/start', { password: PASSWORD }, { token })).data.options
  assert.equal((await addPasskey(token, authenticator)).status, 200)
  const again = await addPasskey(token, authenticator)
  assert.deepEqual([again.status, again.data.error], [401, 'passkey_wrong'])
  await product.services.storage.run((queries) =>
    sql`insert into passkeys (id, account_id, public_key, counter, transports, name)
      select i::text, account_id, public_key, 0, '{}', 'more' from passkeys, generate_series(1, 9) i
      where id = ${authenticator.id.toString('base64url')}`.execute(queries),
  )
  const response = new SoftAuthenticator().create({ ...RP, challenge })
  const beyond = await send('POST', 'account/passkeys', { name: 'Eleventh', response }, { token })
  assert.match(beyond.msg, /at most 10/)
})

test('every passkey that is added is told by mail, however many in an hour', async () => {
  const token = await openAccount('five@example.org')
  for (let count = 0; count < 5; count++) assert.equal((await addPasskey(token, new SoftAuthenticator())).status, 200)
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ count: number }>`select count(*)::int from mails
      where recipient = 'five@example.org' and kind = 'passkey_added'`.execute(queries),
  )
  assert.equal(rows[0]?.count, 5)
})

test('a passkey is renamed by its owner alone', async () => {
  const [token, other] = [await openAccount('renamed@example.org'), await openAccount('renaming@example.org')]
  await addPasskey(token, new SoftAuthenticator())
  const list = async () => (await send('GET', 'account/passkeys', {}, { token })).data
  const [{ id }] = await list()
  const rename = (name: string, by = token) => send('PATCH', `account/passkeys/${id}`, { name }, { token: by })
  assert.equal((await rename('Mine now', other)).status, 404)
  assert.equal((await rename('  ')).status, 400)
  assert.equal((await rename(' 家里的 Phone ')).status, 200)
  assert.deepEqual(
    (await list()).map(({ name }: { name: string }) => name),
    ['家里的 Phone'],
  )
})

test('a passkey of another site, another key, or a challenge of nobody is refused', async () => {
  const token = await openAccount('strict@example.org')
  const authenticator = new SoftAuthenticator()
  await addPasskey(token, authenticator)
  const wrong = [
    authenticator.get({ ...RP, origin: 'http://evil.test', challenge: await startLogIn() }),
    authenticator.get({ ...RP, rpID: 'evil.test', challenge: await startLogIn() }),
    authenticator.get({ ...RP, challenge: Buffer.alloc(32).toString('base64url') }),
    new SoftAuthenticator().get({ ...RP, challenge: await startLogIn() }),
    { ...new SoftAuthenticator().get({ ...RP, challenge: await startLogIn() }), id: authenticator.id.toString('base64url') },
  ]
  for (const response of wrong)
    assert.equal((await send('POST', 'account/passkeys/log_in', { response })).data.error, 'passkey_wrong')
})

test('passkeys of others cannot be removed; a removed one does not log in', async () => {
  const token = await openAccount('owner@example.org')
  const authenticator = new SoftAuthenticator()
  await addPasskey(token, authenticator)
  const [passkey] = (await send('GET', 'account/passkeys', {}, { token })).data
  assert.equal(passkey.name, 'Laptop')
  const other = await openAccount('thief@example.org')
  assert.deepEqual((await send('GET', 'account/passkeys', {}, { token: other })).data, [])
  assert.equal((await send('DELETE', `account/passkeys/${passkey.id}`, {}, { token: other })).status, 404)
  const removed = await send('DELETE', `account/passkeys/${passkey.id}`, {}, { token })
  assert.deepEqual([removed.status, removed.data.message], [200, 'The passkey has been removed'])
  const response = authenticator.get({ ...RP, challenge: await startLogIn() })
  assert.equal((await send('POST', 'account/passkeys/log_in', { response })).data.error, 'passkey_wrong')
})

test('the list of sessions marks this one; another is ended by its id, one of others is not', async () => {
  const token = await openAccount('many@example.org')
  const login = await send(
    'POST',
    'account/log_in',
    { email: 'many@example.org', password: PASSWORD },
    { 'user-agent': 'Second/1' },
  )
  const list = (await send('GET', 'account/sessions', {}, { token })).data
  assert.deepEqual(
    list.map((row: { agent: string; is_current: boolean }) => [row.agent, row.is_current]),
    [
      ['Second/1', false],
      ['lightMyRequest', true],
    ],
  )
  const stranger = await openAccount('stranger@example.org')
  assert.equal((await send('DELETE', `account/sessions/${list[0].id}`, {}, { token: stranger })).status, 404)
  const ended = await send('DELETE', `account/sessions/${list[0].id}`, {}, { token })
  assert.deepEqual([ended.status, ended.data.message], [200, 'The device has been logged out'])
  assert.equal((await send('POST', 'user_info', {}, { token: login.data.token })).code, 506)
  assert.equal((await send('POST', 'user_info', {}, { token })).code, 200)
})

test('a new address counts once its link is opened; the old one is told and does not log in any more', async () => {
  const token = await openAccount('old@example.org')
  const change = (fields: object) => send('POST', 'account/email', { password: PASSWORD, ...fields }, { token })
  assert.equal((await change({ email: 'new@example.org', password: 'something else' })).data.error, 'wrong_password')
  const asked = await change({ email: 'New@Example.org' })
  assert.equal(asked.status, 200)
  assert.equal((await send('POST', 'user_info', {}, { token })).data.user.email, 'old@example.org')
  const [mail] = await readMail('new@example.org')
  const confirmed = await send('POST', 'account/confirm', { token: toLinkToken(mail?.text ?? '') })
  assert.equal(confirmed.data.message, 'Your new address is confirmed')
  assert.equal((await send('POST', 'user_info', {}, { token })).data.user.email, 'new@example.org')
  const { text } = await waitForMail('old@example.org', 'email_changed')
  assert.match(text, /^Contact the operator: http\S+\/contact$/m)
  moveOn()
  assert.equal((await send('POST', 'account/log_in', { email: 'old@example.org', password: PASSWORD })).status, 401)
  assert.equal((await send('POST', 'account/log_in', { email: 'new@example.org', password: PASSWORD })).status, 200)
})

test('who opens the link to a new address once more hears that it was changed before, and is mailed nothing', async () => {
  const token = await openAccount('twice@example.org')
  const move = async (email: string) => {
    await send('POST', 'account/email', { email, password: PASSWORD }, { token })
    return toLinkToken((await waitForMail(email, 'email')).text)
  }
  const link = await move('there@example.org')
  const confirm = () => send('POST', 'account/confirm', { token: link })
  assert.equal((await confirm()).data.message, 'Your new address is confirmed')
  const again = await confirm()
  assert.deepEqual([again.status, again.data.message], [200, 'Your address was changed to this one before'])
  assert.equal((await readMail('twice@example.org')).filter(({ kind }) => kind === 'email_changed').length, 1)
  moveOn()
  await send('POST', 'account/confirm', { token: await move('away@example.org') })
  assert.equal((await confirm()).data.error, 'link_dead', 'an older link does not move the account back')
})

test('links live as long as their mails say: a day to confirm an address, half an hour to choose a password', async () => {
  const token = await openAccount('patient@example.org')
  await send('POST', 'account/email', { email: 'later@example.org', password: PASSWORD }, { token })
  await send('POST', 'account/forgot', { email: 'patient@example.org' })
  await waitForMail('patient@example.org', 'reset')
  const { rows } = await product.services.storage.run((queries) =>
    sql<{ purpose: string; minutes: number }>`
      select purpose, ceil(extract(epoch from expires_at - now()) / 60)::int as minutes
      from links join accounts on accounts.id = account_id where accounts.email = 'patient@example.org' order by purpose`.execute(
      queries,
    ),
  )
  assert.deepEqual(
    rows.map(({ purpose, minutes }) => [purpose, minutes]),
    [
      ['confirm', 1440],
      ['email', 1440],
      ['reset', 30],
    ],
  )
})

test('a link to a new address that has expired is dead, and the account stays where it was', async () => {
  const token = await openAccount('stays@example.org')
  await send('POST', 'account/email', { email: 'tomorrow@example.org', password: PASSWORD }, { token })
  const link = toLinkToken((await waitForMail('tomorrow@example.org', 'email')).text)
  await product.services.storage.run((queries) =>
    sql`update links set expires_at = now() where email = 'tomorrow@example.org'`.execute(queries),
  )
  assert.equal((await send('POST', 'account/confirm', { token: link })).data.error, 'link_dead')
  assert.equal((await send('POST', 'user_info', {}, { token })).data.user.email, 'stays@example.org')
})

test('a session that has expired logs out, whatever the browser still holds', async () => {
  const token = await openAccount('gone@example.org')
  await product.services.storage.run((queries) =>
    sql`update sessions set expires_at = now() from accounts where accounts.id = account_id and email = 'gone@example.org'`.execute(
      queries,
    ),
  )
  product.services.sessions.forget(undefined)
  assert.equal((await send('POST', 'user_info', {}, { token })).code, 506)
})

test('a change to the address that the account has is refused as such, in whatever letters', async () => {
  const token = await openAccount('same@example.org')
  const { status, data } = await send('POST', 'account/email', { email: ' Same@Example.org', password: PASSWORD }, { token })
  assert.deepEqual([status, data.error, data.field], [400, 'bad_input', 'email'])
  assert.ok(!(await readMail('same@example.org')).some(({ kind }) => kind === 'known_address'))
})

test('an address that is taken gets the same answer, and a mail', async () => {
  await openAccount('taken@example.org')
  const token = await openAccount('asker@example.org')
  const change = (email: string) => send('POST', 'account/email', { email, password: PASSWORD }, { token })
  const [taken, free] = [await change('taken@example.org'), await change('free@example.org')]
  assert.deepEqual([taken.status, taken.text], [free.status, free.text])
  assert.equal((await readMail('taken@example.org'))[0]?.kind, 'known_address')
})

test('a new password ends the link that would move the account to another address', async () => {
  const token = await openAccount('robbed@example.org')
  const move = async (to: string, password: string) => {
    assert.equal((await send('POST', 'account/email', { email: to, password }, { token })).status, 200)
    return toLinkToken((await waitForMail(to, 'email')).text)
  }
  const before = await move('mallory@example.org', PASSWORD)
  const changed = 'a second fine one'
  await send('POST', 'account/password', { current: PASSWORD, password: changed, confirm_password: changed }, { token })
  assert.equal((await send('POST', 'account/confirm', { token: before })).data.error, 'link_dead')
  const again = await move('mallory2@example.org', changed)
  moveOn()
  await send('POST', 'account/forgot', { email: 'robbed@example.org' })
  const reset = toLinkToken((await waitForMail('robbed@example.org', 'reset')).text)
  await send('POST', 'account/reset', { token: reset, password: PASSWORD, confirm_password: PASSWORD })
  assert.equal((await send('POST', 'account/confirm', { token: again })).data.error, 'link_dead')
})

test('a link for a new password that the old address got is dead once the account has another address', async () => {
  const token = await openAccount('leaky@example.org')
  await send('POST', 'account/forgot', { email: 'leaky@example.org' })
  const reset = toLinkToken((await waitForMail('leaky@example.org', 'reset')).text)
  await send('POST', 'account/email', { email: 'tight@example.org', password: PASSWORD }, { token })
  await send('POST', 'account/confirm', { token: toLinkToken((await waitForMail('tight@example.org', 'email')).text) })
  const used = await send('POST', 'account/reset', { token: reset, password: 'of a reader', confirm_password: 'of a reader' })
  assert.equal(used.data.error, 'link_dead')
})

test('two who want one address: the first link wins, the other is dead', async () => {
  const first = await openAccount('first@example.org')
  const second = await openAccount('second@example.org')
  for (const token of [first, second])
    await send('POST', 'account/email', { email: 'both@example.org', password: PASSWORD }, { token })
  const links = (await readMail('both@example.org')).map(({ text }) => toLinkToken(text))
  const answers = [
    await send('POST', 'account/confirm', { token: links[0] }),
    await send('POST', 'account/confirm', { token: links[1] }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
})

test('of two links for one address that are opened at once, the later one is dead', async () => {
  const { storage: database } = product.services
  await openAccount('early@example.org')
  const token = await openAccount('late@example.org')
  await send('POST', 'account/email', { email: 'wanted@example.org', password: PASSWORD }, { token })
  const link = toLinkToken((await waitForMail('wanted@example.org', 'email')).text)
  let answer: ReturnType<typeof send> | undefined
  await database.transact(async (queries) => {
    await queries.updateTable('accounts').set({ email: 'wanted@example.org' }).where('email', '=', 'early@example.org').execute()
    answer = send('POST', 'account/confirm', { token: link })
    await until(async () => {
      const { rows } = await database.run((other) =>
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other),
      )
      return rows.length > 0
    }, 'the later link waits for the earlier one')
  })
  const { status, data } = await answer!
  assert.deepEqual([status, data.error], [400, 'link_dead'])
})

test('what was done is written down, without secrets', async () => {
  const token = await openAccount('log@example.org')
  await send('POST', 'account/profile', { phone: '13800138000' }, { token })
  await send('POST', 'account/log_out', {}, { token })
  const rows = await product.services.storage.run((queries) =>
    queries
      .selectFrom('audit')
      .innerJoin('accounts', 'accounts.id', 'audit.account_id')
      .select(['action', 'address', 'detail'])
      .where('email', '=', 'log@example.org')
      .orderBy('audit.id')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['confirm', 'log_in', 'profile_change', 'log_out'],
  )
  assert.ok(rows.every(({ address }) => address?.startsWith('198.51.100.')))
  assert.ok(!JSON.stringify(rows).includes(token))
})

test('fields that nobody may set are refused, each of them: role, confirmation, plan', async () => {
  moveOn()
  const email = 'greedy@example.org'
  const fields = { email, password: PASSWORD, confirm_password: PASSWORD, agree: true }
  const wanted = { role: 'operator', confirmed_at: '2020-01-01', plan: 'enterprise', epoch: 7, disabled_at: null, unread: 9 }
  for (const one of Object.entries(wanted)) {
    const { status, data } = await send('POST', 'account/sign_up', { ...fields, ...Object.fromEntries([one]) })
    assert.deepEqual([status, data.field], [400, one[0]])
  }
  await send('POST', 'account/sign_up', fields)
  assert.equal((await send('POST', 'account/log_in', { email, password: PASSWORD })).status, 401)
  await send('POST', 'account/confirm', { token: toLinkToken((await readMail(email))[0]?.text ?? '') })
  const { token } = (await send('POST', 'account/log_in', { email, password: PASSWORD })).data
  for (const one of Object.entries({ ...wanted, email: 'boss@example.org' })) {
    const change = { phone: '13800138000', ...Object.fromEntries([one]) }
    assert.equal((await send('POST', 'account/profile', change, { token })).data.field, one[0])
  }
  const { user } = (await send('POST', 'user_info', {}, { token })).data
  assert.deepEqual([user.role, user.email, user.unread], ['user', email, 0])
  assert.equal((await send('GET', 'account/dashboard', {}, { token })).data.subscription, null)
})

test('a registration type outside of the list → 400', async () => {
  moveOn()
  const fields = { email: 'type@example.org', password: PASSWORD, confirm_password: PASSWORD, agree: true }
  for (const type of [-1, 10, 1.5, 'x'])
    assert.equal((await send('POST', 'account/sign_up', { ...fields, reg_type: type })).status, 400)
})

test('a token that was there before the log-in is worth nothing after it', async () => {
  await openAccount('fix@example.org')
  const planted = 'A'.repeat(43)
  const headers = { cookie: `token=${planted}; sid=${planted}`, token: planted, origin: 'http://localhost:3999' }
  const login = await send('POST', 'account/log_in', { email: 'fix@example.org', password: PASSWORD }, headers)
  assert.notEqual(login.data.token, planted)
  assert.equal((await send('POST', 'user_info', {}, headers)).code, 506)
})

test('the 21st mail that one address causes in a day → 429', async () => {
  moveOn()
  const answers: number[] = []
  for (let i = 0; i < 21; i++) answers.push((await send('POST', 'account/forgot', { email: `flood${i}@example.org` })).status)
  assert.deepEqual([answers.indexOf(429), answers.length], [20, 21])
})

test('mails of one kind to one address: three an hour, whoever asks', async () => {
  await openAccount('flooded@example.org')
  for (let i = 0; i < 6; i++) {
    moveOn()
    assert.equal((await send('POST', 'account/forgot', { email: 'flooded@example.org' })).status, 200)
  }
  const listResets = async () => (await readMail('flooded@example.org')).filter(({ kind }) => kind === 'reset')
  await until(async () => (await listResets()).length >= 3, 'three mails')
  await sleep(200) // in which no fourth comes
  const resets = await listResets()
  assert.equal(resets.length, 3)
  const link = toLinkToken(resets[0]!.text) // newest first
  const used = await send('POST', 'account/reset', {
    token: link,
    password: 'a new fine one',
    confirm_password: 'a new fine one',
  })
  assert.equal(used.status, 200, 'the last link that was sent works: one that was not sent has not taken its place')
})
