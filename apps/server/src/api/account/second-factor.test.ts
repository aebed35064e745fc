import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createAccountCalls, PASSWORD } from '../../testing/account-calls.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

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

const { send, waitForMail, openAccount, moveOn } = createAccountCalls(() => product)
const call = (name: string, payload: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  send('POST', `account/${name}`, payload, headers)

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
  const [recovery, second, third, ...more] = enabled.data.recovery_codes
  assert.equal(more.length, 7)
  const login = (value?: string) => {
    moveOn()
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

test('a second factor is guessed ten times, wherever the guesses come from, also to switch it off', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const [email, password] = ['guessed@example.org', PASSWORD]
  const token = await openAccount(email)
  const { secret } = (await call('second_factor/start', {}, { token })).data
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: Date.now() - 30_000 })
  await call('second_factor/enable', { password, secret, code }, { token })
  const guess = (path: string, code?: string) => {
    moveOn()
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
  await spend('second_factor/recovery_codes')
  repay()
  assert.equal((await guess('log_in', totp.generate())).status, 200)
  await spend('log_in') // the owner's log-in has given the ten back
})

test('new recovery codes take a code, and end those before; the app and the sessions go on', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const email = 'new-codes@example.org'
  const token = await openAccount(email)
  const renew = (code?: string) => {
    moveOn()
    return call('second_factor/recovery_codes', { code }, { token })
  }
  const { secret } = (await call('second_factor/start', {}, { token })).data
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: Date.now() - 30_000 })
  assert.equal((await renew('000000')).data.error, 'wrong_code', 'no second factor is on')
  const [first, second] = (await call('second_factor/enable', { password: PASSWORD, secret, code }, { token })).data
    .recovery_codes
  assert.equal((await renew(' ')).data.error, 'code_required')
  assert.equal((await renew(code)).data.error, 'wrong_code', 'it has been used')
  const made = await renew(totp.generate())
  assert.equal(made.status, 200)
  assert.equal(new Set([first, second, ...made.data.recovery_codes]).size, 12)
  assert.equal((await renew(first)).data.error, 'wrong_code')
  const logIn = (value: string) => call('log_in', { email, password: PASSWORD, code: value })
  moveOn()
  assert.equal((await logIn(second)).data.error, 'wrong_code')
  assert.equal((await logIn(made.data.recovery_codes[0])).status, 200)
  assert.equal((await renew(made.data.recovery_codes[1])).status, 200, 'who has lost the app')
  assert.match((await waitForMail(email, 'recovery_codes_new')).text, /those from before no longer work/)
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
  moveOn()
  assert.equal((await call('log_in', { email: 'kept@example.org', password: PASSWORD, code: codes[0] })).status, 200)
  const disabled = await call('second_factor/disable', { code: codes[1] }, { token })
  assert.deepEqual([disabled.status, disabled.data.message], [200, 'The second factor is off'])
  assert.match((await waitForMail('kept@example.org', 'second_factor_on')).text, /also takes a code/)
  assert.match((await waitForMail('kept@example.org', 'second_factor_off')).text, /the password alone is enough to log in/)
  assert.equal((await call('second_factor/enable', await prepare(), { token })).status, 200)
})
