import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { findId as findAccount } from '../../domain/account/add-account.ts'
import { makeOperatorLink } from '../../domain/operator/first-operator.ts'
import { PEOPLE_ACTIONS } from '../../operator/people-actions.ts'
import { deleteAccount, lockOperators } from '../../storage/queries/accounts.ts'
import { createAccountCalls, PASSWORD } from '../../testing/account-calls.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
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
const { send, moveOn } = createAccountCalls(() => product)

const FIRST = 'first@example.org'
const SECOND = 'second@example.org'

/** Makes the account of an address an operator; gives its token. */
async function become(email: string): Promise<string> {
  moveOn()
  const path = await product.services.storage.transact((queries) => makeOperatorLink(queries))
  const input = { token: path.split('token=')[1], email, password: PASSWORD, confirm_password: PASSWORD }
  return (await send('POST', 'account/operator', input)).data.token
}

const remove = (token: string, lang = 'en') =>
  send('POST', 'account/delete', { password: PASSWORD }, { token, 'accept-language': lang })

const command = (name: string, email: string) =>
  PEOPLE_ACTIONS[name]!(product.services, { email }).then(
    () => 'done',
    (error: { key?: string }) => error.key,
  )

const findId = (email: string) => product.services.storage.run((queries) => findAccount({ queries, email }))

const listOperators = async () => {
  const rows = await product.services.storage.run((queries) =>
    queries.selectFrom('accounts').select('email').where('role', '=', 'operator').where('disabled_at', 'is', null).execute(),
  )
  return rows.map(({ email }) => email)
}

test('the last operator stays, says why in both languages, and keeps its jobs', async () => {
  const token = await become(FIRST)
  const refused = await remove(token)
  assert.deepEqual([refused.status, refused.data.error], [409, 'last_operator'])
  assert.match(refused.msg, /last operator: .*octet operator link/)
  assert.match((await remove(token, 'zh')).msg, /最后一位管理员.*octet operator link/)
  let isBegun = false
  const begin = async () => void (isBegun = true)
  await assert.rejects(product.services.accounts.removeById(await findId(FIRST), begin), { key: 'last_operator' })
  assert.ok(!isBegun, 'what belongs to the account is untouched')
  for (const name of ['user delete', 'user disable', 'user operator-off'])
    assert.equal(await command(name, FIRST), 'last_operator', name)
  assert.deepEqual(await listOperators(), [FIRST])
  assert.equal((await send('GET', 'admin/overview', {}, { token })).status, 200)
})

test('one who is not the last may go, and one who is locked does not count', async () => {
  await become(SECOND)
  assert.equal(await command('user disable', SECOND), 'done')
  assert.equal(await command('user disable', FIRST), 'last_operator')
  assert.equal(await command('user delete', SECOND), 'done', 'nobody is missed who is locked')
  const token = await become(SECOND)
  assert.equal((await remove(token)).status, 200)
  assert.deepEqual(await listOperators(), [FIRST])
})

test('the command line makes an operator of an account, and an ordinary one again', async () => {
  await become(SECOND)
  assert.equal(await command('user operator-off', SECOND), 'done')
  assert.deepEqual(await listOperators(), [FIRST])
  assert.equal(await command('user operator-off', SECOND), 'not_now')
  assert.equal(await command('user operator', SECOND), 'done')
  assert.deepEqual((await listOperators()).toSorted(), [FIRST, SECOND])
  assert.equal(await command('user operator', 'nobody@example.org'), 'bad_input')
})

test('of two operators who take each other’s role at once one stays', async () => {
  const [first, second] = [await become(FIRST), await become(SECOND)]
  const take = async (token: string, email: string) =>
    send('POST', `admin/users/${await findId(email)}/role`, { role: 'user', password: PASSWORD }, { token })
  const answers = await Promise.all([take(first, SECOND), take(second, FIRST)])
  const [done, refused] = answers.map(({ status }) => status).toSorted()
  assert.equal(done, 200)
  assert.ok(refused === 401 || refused === 403, `${refused}: who has lost the role takes none`)
  assert.equal((await listOperators()).length, 1)
})

test('of two operators who go at once one stays, whatever each of them does', async (context) => {
  const ways: Record<string, (token: string) => Promise<unknown>> = {
    'both delete themselves': (token) => remove(token),
    'one is locked on the command line': () => command('user disable', FIRST),
    'one is deleted on the command line': () => command('user delete', FIRST),
    'one loses the role on the command line': () => command('user operator-off', FIRST),
  }
  for (const [name, go] of Object.entries(ways))
    await context.test(name, async () => {
      const first = await become(FIRST)
      const second = await become(SECOND)
      await Promise.all([go(first), remove(second)])
      assert.equal((await listOperators()).length, 1)
    })
  await context.test('the other goes while the one asks', async () => {
    const token = await become(FIRST)
    await become(SECOND)
    const id = await findId(SECOND)
    let answer: ReturnType<typeof remove> | undefined
    await product.services.storage.transact(async (queries) => {
      await lockOperators(queries)
      let hasEnded = false
      answer = remove(token).finally(() => (hasEnded = true))
      await until(async () => hasEnded || (await isWaitedFor(queries)), 'a call that is done, or waits')
      await deleteAccount(queries, id)
    })
    assert.equal((await answer!).data.error, 'last_operator')
    assert.deepEqual(await listOperators(), [FIRST])
  })
})
