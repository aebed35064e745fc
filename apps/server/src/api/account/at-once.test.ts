import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { until } from '@octet/core/testing/until.ts'
import { addMail } from '../../domain/mail/outbox.ts'
import { deleteAccount, holdAccount, resetPassword } from '../../storage/queries/accounts.ts'
import type { Queries } from '../../storage/database.ts'
import { shortenKey } from '../../storage/queries/keys.ts'
import { dropLinks } from '../../storage/queries/links.ts'
import { holdMonitor, insertMonitor } from '../../storage/queries/monitors.ts'
import { grantUnits } from '../../storage/queries/quota.ts'
import { noteUse } from '../../storage/queries/usage.ts'
import { createAccountCalls, PASSWORD, toLinkToken } from '../../testing/account-calls.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { MONITOR_RULES, toPingRequest } from '../../testing/monitor-desk.ts'
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
const { send, waitForMail, openAccount } = createAccountCalls(() => product)

const OTHER = 'another good password'
const RP = { origin: 'http://localhost:3999', rpID: 'localhost' }

const holdByEmail = (queries: Queries, email: string) =>
  queries.selectFrom('accounts').select('id').where('email', '=', email).forUpdate().executeTakeFirstOrThrow()

/** Begins a call while the row of the account is held, does the other thing when the call waits for the row, and gives its answer. */
async function overtake(
  email: string,
  call: () => ReturnType<typeof send>,
  other: (queries: Queries, id: string) => Promise<unknown>,
) {
  let answer: ReturnType<typeof send> | undefined
  await product.services.storage.transact(async (queries) => {
    const { id } = await holdByEmail(queries, email)
    answer = call()
    await until(() => isWaitedFor(queries), `a call that waits for ${email}`)
    await other(queries, id)
  })
  return answer!
}

const GIVEN = 'a hash that a link has put there'

/** What a link for a new password does. */
async function giveNewPassword(queries: Queries, id: string): Promise<void> {
  await resetPassword(queries, id, GIVEN)
  await product.services.sessions.endAll(queries, id)
  await dropLinks(queries, id, ['reset', 'email'])
}

const readAccount = (email: string) =>
  product.services.storage.run((queries) =>
    queries
      .selectFrom('accounts')
      .select(['id', 'password_hash', 'totp_secret', 'email'])
      .where('email', '=', email)
      .executeTakeFirst(),
  )

const countLinks = async (email: string, purpose: 'reset' | 'email') =>
  (
    await product.services.storage.run((queries) =>
      queries
        .selectFrom('links')
        .innerJoin('accounts', 'accounts.id', 'links.account_id')
        .select('purpose')
        .where('accounts.email', '=', email)
        .where('purpose', '=', purpose)
        .execute(),
    )
  ).length

test('the old password changes nothing that a link for a new one has overtaken', async (context) => {
  await context.test('another password', async () => {
    const email = 'overtaken-password@example.org'
    const token = await openAccount(email)
    const input = { current: PASSWORD, password: OTHER, confirm_password: OTHER }
    const answer = await overtake(email, () => send('POST', 'account/password', input, { token }), giveNewPassword)
    assert.equal(answer.data.error, 'wrong_password')
    assert.equal((await readAccount(email))?.password_hash, GIVEN)
  })
  await context.test('another address', async () => {
    const email = 'overtaken-address@example.org'
    const token = await openAccount(email)
    const input = { email: 'thief@example.org', password: PASSWORD }
    const answer = await overtake(email, () => send('POST', 'account/email', input, { token }), giveNewPassword)
    assert.equal(answer.data.error, 'wrong_password')
    assert.equal(await countLinks(email, 'email'), 0)
  })
  await context.test('a second factor', async () => {
    const email = 'overtaken-factor@example.org'
    const token = await openAccount(email)
    const { secret } = (await send('POST', 'account/second_factor/start', {}, { token })).data
    const input = { secret, password: PASSWORD, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() }
    const answer = await overtake(email, () => send('POST', 'account/second_factor/enable', input, { token }), giveNewPassword)
    assert.equal(answer.data.error, 'wrong_password')
    assert.equal((await readAccount(email))?.totp_secret, null)
  })
  await context.test('deletion', async () => {
    const email = 'overtaken-deletion@example.org'
    const token = await openAccount(email)
    const answer = await overtake(email, () => send('POST', 'account/delete', { password: PASSWORD }, { token }), giveNewPassword)
    assert.equal(answer.data.error, 'wrong_password')
    assert.equal((await readAccount(email))?.email, email)
  })
})

test('a log-in is told the truth of what has overtaken it', async (context) => {
  const logIn = (email: string) => () => send('POST', 'account/log_in', { email, password: PASSWORD })
  await context.test('a new password', async () => {
    const email = 'late-password@example.org'
    await openAccount(email)
    assert.equal((await overtake(email, logIn(email), giveNewPassword)).data.error, 'wrong_login')
  })
  await context.test('a second factor', async () => {
    const email = 'late-factor@example.org'
    await openAccount(email)
    const answer = await overtake(email, logIn(email), (queries, id) =>
      queries
        .updateTable('accounts')
        .set({ totp_secret: 'A'.repeat(32) })
        .where('id', '=', id)
        .execute(),
    )
    assert.equal(answer.data.error, 'code_required')
  })
  await context.test('a lock', async () => {
    const email = 'late-lock@example.org'
    await openAccount(email)
    const answer = await overtake(email, logIn(email), (queries, id) =>
      queries.updateTable('accounts').set({ disabled_at: new Date() }).where('id', '=', id).execute(),
    )
    assert.equal(answer.data.error, 'wrong_login')
  })
  await context.test('deletion', async () => {
    const email = 'late-deletion@example.org'
    await openAccount(email)
    const answer = await overtake(email, logIn(email), deleteAccount)
    assert.deepEqual([answer.status, answer.data.error], [401, 'wrong_login'])
  })
})

test('what comes for an address while its account is deleted is done for whoever has the address then', async (context) => {
  const agreed = { password: OTHER, confirm_password: OTHER, agree: true }
  await context.test('a sign-up is mailed its link', async () => {
    const email = 'comes-back@example.org'
    await openAccount(email)
    const answer = await overtake(email, () => send('POST', 'account/sign_up', { email, ...agreed }), deleteAccount)
    assert.equal(answer.status, 200)
    await send('POST', 'account/confirm', { token: toLinkToken((await waitForMail(email, 'confirm')).text) })
    assert.equal((await send('POST', 'account/log_in', { email, password: OTHER })).status, 200)
  })
  await context.test('another account that moves there is mailed its link', async () => {
    const [email, mover] = ['left-address@example.org', 'mover@example.org']
    await openAccount(email)
    const token = await openAccount(mover)
    const answer = await overtake(
      email,
      () => send('POST', 'account/email', { email, password: PASSWORD }, { token }),
      deleteAccount,
    )
    assert.equal(answer.status, 200)
    assert.match((await waitForMail(email, 'email')).text, /token=/)
  })
  await context.test('a message to the operators is kept', async () => {
    const [email, left] = ['leaving-operator@example.org', 'staying-operator@example.org']
    for (const one of [email, left]) await openAccount(one)
    const { storage: database, contact } = product.services
    await database.run((queries) =>
      queries.updateTable('accounts').set({ role: 'operator' }).where('email', 'in', [email, left]).execute(),
    )
    const message = {
      accountId: null,
      category: 'custom',
      name: 'Ann',
      email: 'ann@example.net',
      text: 'Hello',
      lang: 'en',
    } as const
    let sent: Promise<void> | undefined
    await database.transact(async (queries) => {
      const { id } = await holdByEmail(queries, email)
      sent = contact.send(message)
      await until(() => isWaitedFor(queries), 'a message that waits')
      await deleteAccount(queries, id)
    })
    await sent
    assert.match((await waitForMail(left, 'message')).text, /Hello/)
  })
})

test('a passkey that is removed while it logs in opens no session', async () => {
  const email = 'late-passkey@example.org'
  const token = await openAccount(email)
  const authenticator = new SoftAuthenticator()
  const { challenge } = (await send('POST', 'account/passkeys/start', { password: PASSWORD }, { token })).data.options
  await send('POST', 'account/passkeys', { name: 'Lost', response: authenticator.create({ ...RP, challenge }) }, { token })
  const asked = (await send('POST', 'account/passkeys/log_in_start')).data.options.challenge
  const response = authenticator.get({ ...RP, challenge: asked })
  const answer = await overtake(
    email,
    () => send('POST', 'account/passkeys/log_in', { response }),
    (queries, id) => queries.deleteFrom('passkeys').where('account_id', '=', id).execute(),
  )
  assert.equal(answer.data.error, 'passkey_wrong')
})

test('two ways to move an account wait for each other, whichever comes first', async (context) => {
  await context.test('a link for a new password, and a change of the password', async () => {
    const email = 'both-passwords@example.org'
    await openAccount(email)
    await send('POST', 'account/forgot', { email })
    const token = toLinkToken((await waitForMail(email, 'reset')).text)
    const input = { token, password: OTHER, confirm_password: OTHER }
    const answer = await overtake(email, () => send('POST', 'account/reset', input), giveNewPassword)
    assert.equal(answer.data.error, 'link_dead')
    assert.equal((await readAccount(email))?.password_hash, GIVEN)
  })
  await context.test('a link to another address, and a new password', async () => {
    const email = 'moving@example.org'
    const session = await openAccount(email)
    await send('POST', 'account/email', { email: 'moved@example.org', password: PASSWORD }, { token: session })
    const token = toLinkToken((await waitForMail('moved@example.org', 'email')).text)
    const answer = await overtake(email, () => send('POST', 'account/confirm', { token }), giveNewPassword)
    assert.equal(answer.data.error, 'link_dead')
    assert.equal((await readAccount(email))?.email, email)
  })
})

test('a call of an account that is deleted meanwhile hears that its session has ended', async (context) => {
  const calls: Readonly<Record<string, object>> = {
    'account/passkeys/start': { password: PASSWORD },
    'account/log_out': { everywhere: true },
    keys: { name: 'late' },
  }
  for (const [path, input] of Object.entries(calls))
    await context.test(path, async () => {
      const email = `gone-${path.replaceAll('/', '-')}@example.org`
      const token = await openAccount(email)
      const answer = await overtake(email, () => send('POST', path, input, { token }), deleteAccount)
      assert.equal(answer.data.error, 'session_ended')
    })
})

test('an account is deleted while its keys and monitors are in use, and no thread and no deletion waits in a ring', async (context) => {
  const { storage: database } = product.services
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  type Used = { readonly id: string; readonly keyId: string; readonly leaseId: string; readonly monitorId: string }
  const grant = (queries: Queries, { id, keyId }: Used, owner: 'account' | 'key', leaseId: string = randomUUID()) => {
    const account = { ownerId: id, terms: { owner: 'account', included: 0, extraPrice: null } } as const
    const key = { ownerId: keyId, terms: { owner: 'key', accountId: id } } as const
    const units = { month, quota: 10, ahead: 0, owed: 0, needed: 1, wanted: 1 }
    return grantUnits(queries, { ...(owner === 'account' ? account : key), ...units, leaseId })
  }
  /** What threads do in one transaction: what it holds at first, and what it wants then. */
  const works: Record<string, readonly [(queries: Queries, used: Used) => Promise<unknown>, typeof grantAccount]> = {
    'use is noted': [
      (queries, { leaseId: id }) => noteUse(queries, { leases: [{ id, owner: 'account', used: 1 }] }),
      (queries, { id, keyId }) => {
        const row = { accountId: id, keyId, hour: new Date().toISOString(), product: 'ip', status: 200, requests: 1 }
        return noteUse(queries, { leases: [], batch: { id: randomUUID(), rows: [row] } })
      },
    ],
    'units of the month are taken': [
      (queries, { id }) => queries.updateTable('quotas').set({ quota: 10 }).where('account_id', '=', id).execute(),
      grantAccount,
    ],
    'a key is rotated': [
      (queries, { id }) => holdAccount(queries, id),
      (queries, { id, keyId }) => shortenKey(queries, { id: keyId, accountId: id }, 0),
    ],
    'news of a monitor are told': [
      (queries, { monitorId }) => holdMonitor(queries, monitorId),
      (queries, { id: accountId }) =>
        addMail(queries, { accountId, recipient: 'owner@shop.test', kind: 'monitor_bad', lang: 'en', brand: 'Octet' }),
    ],
    'units of a cap are taken': [
      (queries, { keyId }) => sql`update key_quotas set leased = leased where key_id = ${keyId}`.execute(queries),
      (queries, used) => grant(queries, used, 'key'),
    ],
  }
  function grantAccount(queries: Queries, used: Used): Promise<unknown> {
    return grant(queries, used, 'account')
  }
  for (const [name, [hold, want]] of Object.entries(works))
    await context.test(name, async () => {
      const email = `${name.replaceAll(' ', '-')}@example.org`
      const token = await openAccount(email)
      const { id } = (await readAccount(email))!
      const keyId = (await send('POST', 'keys', {}, { token })).data.id as string
      const used = { id, keyId, leaseId: randomUUID(), monitorId: randomUUID() }
      const monitor = { name: 'Shop', request: JSON.stringify(toPingRequest('shop.test')), rules: JSON.stringify(MONITOR_RULES) }
      await database.run((queries) =>
        insertMonitor(queries, { id: used.monitorId, account_id: id, ...monitor, every_minutes: 60, is_active: false }),
      )
      await database.transact((queries) => grant(queries, used, 'account', used.leaseId))
      await database.transact((queries) => grant(queries, used, 'key'))
      let answer: ReturnType<typeof send> | undefined
      await database.run((queries) =>
        queries.transaction().execute(async (held) => {
          await hold(held, used)
          answer = send('POST', 'account/delete', { password: PASSWORD }, { token })
          await until(() => isWaitedFor(held), 'a deletion that waits')
          await sql`set local lock_timeout = '500ms'`.execute(held) // less than it takes to find a ring
          await want(held, used)
        }),
      )
      assert.equal((await answer!).status, 200)
      assert.equal(await readAccount(email), undefined)
    })
})

test('of two at once one counts', async (context) => {
  const both = async (call: () => ReturnType<typeof send>) =>
    (await Promise.all([call(), call()])).map(({ status }) => status === 200).toSorted()
  await context.test('a link for a new password', async () => {
    const email = 'twice-reset@example.org'
    await openAccount(email)
    await send('POST', 'account/forgot', { email })
    const token = toLinkToken((await waitForMail(email, 'reset')).text)
    const input = { token, password: OTHER, confirm_password: OTHER }
    assert.deepEqual(await both(() => send('POST', 'account/reset', input)), [false, true])
  })
  await context.test('a code of the app, and a recovery code', async () => {
    const email = 'twice-code@example.org'
    const token = await openAccount(email)
    const { secret } = (await send('POST', 'account/second_factor/start', {}, { token })).data
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const enable = { secret, password: PASSWORD, code: totp.generate() }
    const { recovery_codes: codes } = (await send('POST', 'account/second_factor/enable', enable, { token })).data
    await product.services.storage.run((queries) =>
      queries.updateTable('accounts').set({ totp_step: 0 }).where('email', '=', email).execute(),
    )
    for (const code of [totp.generate(), codes[0]])
      assert.deepEqual(await both(() => send('POST', 'account/log_in', { email, password: PASSWORD, code })), [false, true])
  })
  await context.test('the answer of a passkey', async () => {
    const token = await openAccount('twice-passkey@example.org')
    const authenticator = new SoftAuthenticator()
    const { challenge } = (await send('POST', 'account/passkeys/start', { password: PASSWORD }, { token })).data.options
    await send('POST', 'account/passkeys', { name: 'One', response: authenticator.create({ ...RP, challenge }) }, { token })
    const asked = (await send('POST', 'account/passkeys/log_in_start')).data.options.challenge
    const response = authenticator.get({ ...RP, challenge: asked })
    assert.deepEqual(await both(() => send('POST', 'account/passkeys/log_in', { response })), [false, true])
  })
  await context.test('an address that is moved to and registered', async () => {
    const email = 'moves@example.org'
    const wanted = 'wanted@example.org'
    const session = await openAccount(email)
    await send('POST', 'account/email', { email: wanted, password: PASSWORD }, { token: session })
    const token = toLinkToken((await waitForMail(wanted, 'email')).text)
    const registration = { email: wanted, password: OTHER, confirm_password: OTHER, agree: true }
    const answers = await Promise.all([send('POST', 'account/confirm', { token }), send('POST', 'account/sign_up', registration)])
    assert.ok(answers.every(({ status }) => status < 500))
    const owner = await readAccount(wanted)
    assert.equal(owner?.id === undefined, false)
    assert.equal((await readAccount(email)) === undefined, answers[0].status === 200)
  })
})
