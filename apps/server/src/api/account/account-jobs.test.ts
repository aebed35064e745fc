import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { createAccountCalls } from '../../testing/account-calls.ts'
import { isWaitedFor } from '../../testing/is-waited-for.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct, VAR_FOLDER } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const folder = await mkdtemp(join(tmpdir(), 'octet-account-jobs-'))
const config = join(folder, 'octet.json')
before(async () => {
  await symlink(join(VAR_FOLDER, 'data'), join(folder, 'data'))
  const plan = { id: 'free', name: 'FREE', requestsPerMonth: 50, keys: 3 }
  await writeFile(config, JSON.stringify({ limits: { unitsPerSecond: 1e4, burst: 1e5 }, plans: [plan] }))
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, env: { OCTET_VAR: folder, OCTET_CONFIG: config } })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
const { send, openAccount } = createAccountCalls(() => product)

async function openWithKey(email: string, limits: object = {}) {
  const token = await openAccount(email)
  const made = await send('POST', 'keys', { name: 'files', scopes: ['geo'], ...limits }, { token })
  assert.equal(made.status, 200, made.text)
  await product.services.keyTable.load()
  return { token, keyId: made.data.id as string }
}

const upload = (token: string, keyId: string, payload: string, { query = '', type = 'text/plain', repeat = '' } = {}) =>
  product.app.inject({
    method: 'POST',
    url: `/v1/account/jobs?key_id=${keyId}${query}`,
    payload,
    headers: { 'content-type': type, ...(token && { token }), ...(repeat && { 'idempotency-key': repeat }) },
  })
const fetchLink = (url: string) => product.app.inject({ url })
const list = async (token: string) => (await send('GET', 'account/jobs', {}, { token })).data
const finish = (token: string, id: string) =>
  until(
    async () => (await list(token)).find((job: { id: string; state: string }) => job.id === id && job.state === 'done'),
    'done',
  )

test('a file is looked up in the account under one of its keys, and fetched by a link', async () => {
  const { token, keyId } = await openWithKey('files@example.org')
  assert.deepEqual(await list(token), [])
  const answer = await upload(token, keyId, 'ip,name\n8.8.8.8,a\nnonsense,b\n', {
    query: `&fields=country_name&lang=zh&name=${encodeURIComponent('访客 1.csv')}`,
    type: 'text/csv',
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const { id, lines, name } = answer.json().data
  assert.deepEqual([lines, name], [2, '访客 1.csv'])
  assert.equal((await finish(token, id)).failed, 1)
  const link = await send('POST', `account/jobs/${id}/link`, {}, { token })
  assert.equal(link.data.name, '访客 1.csv')
  const file = await fetchLink(`${link.data.url}&bom=1`)
  assert.equal(file.body.split('\r\n')[1], '8.8.8.8,美国,')
  assert.ok(file.body.startsWith('\ufeff'))
  const disposition = `attachment; filename="__ 1.csv"; filename*=UTF-8''${encodeURIComponent('访客 1.csv')}`
  assert.equal(file.headers['content-disposition'], disposition)
  await product.services.meter.flush()
  const { month } = (await send('GET', 'account/dashboard', {}, { token })).data
  assert.equal(month.used, 2)
})

test('a link opens its own result, and no other without it', async () => {
  const { token, keyId } = await openWithKey('links@example.org')
  const ids: string[] = []
  for (const address of ['8.8.8.8', '1.1.1.1']) ids.push((await upload(token, keyId, address)).json().data.id)
  for (const id of ids) await finish(token, id)
  const { url } = (await send('POST', `account/jobs/${ids[0]}/link`, {}, { token })).data
  assert.equal((await fetchLink(url)).statusCode, 200)
  for (const wrong of [url.replace(ids[0], ids[1]), `/v1/account/jobs/${ids[0]}/result?ticket=x`]) {
    const refused = await fetchLink(wrong)
    assert.equal(refused.json().data.error, 'link_dead', wrong)
  }
  const stranger = await openAccount('stranger@example.org')
  assert.equal((await send('POST', `account/jobs/${ids[0]}/link`, {}, { token: stranger })).data.error, 'no_such')
  assert.equal((await send('DELETE', `account/jobs/${ids[0]}`, {}, { token: stranger })).data.error, 'no_such')
  assert.equal((await send('DELETE', `account/jobs/${ids[0]}`, {}, { token })).status, 200)
  assert.equal((await fetchLink(url)).json().data.error, 'link_dead')
  assert.deepEqual(
    (await list(token)).map((job: { id: string }) => job.id),
    [ids[1]],
  )
})

test('a job that is removed while a link to it is made is missing', async () => {
  const { token, keyId } = await openWithKey('overtaken@example.org')
  const { id } = (await upload(token, keyId, '8.8.8.8')).json().data
  await finish(token, id)
  let answer: ReturnType<typeof send> | undefined
  await product.services.storage.transact(async (queries) => {
    await queries.deleteFrom('jobs').where('id', '=', id).execute()
    answer = send('POST', `account/jobs/${id}/link`, {}, { token })
    await until(() => isWaitedFor(queries), 'a link that waits for the job')
  })
  assert.equal((await answer!).data.error, 'no_such')
})

test('a file that comes while its account is deleted leaves nothing behind', async () => {
  const { token, keyId } = await openWithKey('late-file@example.org')
  const { accountId } = await product.services.sessions.get(token, undefined)
  let id = ''
  await product.services.accounts.removeById(accountId, async () => {
    id = (await upload(token, keyId, '8.8.8.8')).json().data.id
    await finish(token, id)
  })
  const readFiles = async () => (await readdir(join(folder, 'jobs'))).filter((name) => name.startsWith(id))
  await until(async () => (await readFiles()).length === 0, 'its files are gone')
})

test('the key must be one of the account that is good for lookups, and the quota must last', async () => {
  const { token, keyId } = await openWithKey('own@example.org')
  const other = await openWithKey('other@example.org', { cidrs: ['192.0.2.0/24'] })
  for (const [sender, key, error] of [
    ['', keyId, 'login_required'],
    [other.token, keyId, 'bad_key'],
    [token, other.keyId, 'bad_key'],
  ] as const)
    assert.equal((await upload(sender, key, '8.8.8.8')).json().data.error, error)
  // Its owner is known by the session: where the key itself may come from is no matter.
  assert.equal((await upload(other.token, other.keyId, '8.8.8.8')).statusCode, 200)
  for (const name of ['../x.csv', 'a%0Ab'])
    assert.equal((await upload(token, keyId, '8.8.8.8', { query: `&name=${name}` })).json().data.field, 'name')
  const spent = (await upload(token, keyId, '8.8.8.8\n'.repeat(51))).json()
  assert.deepEqual([spent.data.error, spent.data.needed], ['quota_spent', 51])
  assert.deepEqual(await list(token), [])
  await send('DELETE', `keys/${keyId}`, {}, { token })
  await product.services.keyTable.load()
  assert.equal((await upload(token, keyId, '8.8.8.8')).json().data.error, 'bad_key')
})

test('a file that is sent again is the same job, and paid for once', async () => {
  const { token, keyId } = await openWithKey('again@example.org')
  const [first, second] = [
    await upload(token, keyId, '8.8.8.8\n9.9.9.9', { repeat: 'once' }),
    await upload(token, keyId, '8.8.8.8\n9.9.9.9', { repeat: 'once' }),
  ].map((answer) => answer.json().data.id)
  assert.equal(first, second)
  await product.services.meter.flush()
  assert.equal((await send('GET', 'account/dashboard', {}, { token })).data.month.used, 2)
})
