import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { json } from 'node:stream/consumers'
import { until } from '@octet/core/testing/until.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'
import { openOperatorSocket } from './socket.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
let operator: AsyncDisposable
let socketPath: string
const folder = await mkdtemp(join(tmpdir(), 'octet-operator-'))
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, withoutData: true, env: { OCTET_VAR: folder } })
  operator = await openOperatorSocket(product.services)
  socketPath = JSON.parse(await readFile(join(folder, 'operator.json'), 'utf8')).socket
})
after(async () => {
  await operator[Symbol.asyncDispose]()
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

type Answer = { code: number; msg: string; data: Record<string, string> }
function ask(command: string, input: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: `/${encodeURIComponent(command)}` }, (answer) => {
      json(answer).then((value) => resolve(value as Answer), reject)
    })
    sent.once('error', reject).end(JSON.stringify(input))
  })
}

test('an account made by the operator can log in, and its key has the plan', async () => {
  const { data } = await ask('user add', { email: 'ops@example.org', plan: 'enterprise' })
  const login = await product.app.inject({
    method: 'POST',
    url: '/v1/account/log_in',
    payload: { email: 'ops@example.org', password: data['password'] },
  })
  assert.equal(login.statusCode, 200)
  const { key } = (await ask('key add', { email: 'ops@example.org' })).data
  await product.services.keyTable.load()
  const use = { text: key ?? '', isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' as const }
  assert.equal(product.services.keyTable.get(use).planId, 'enterprise')
})

test('a second add changes the plan and keeps the password', async () => {
  assert.equal((await ask('user add', { email: 'ops@example.org', plan: 'standard' })).data['password'], null)
})

test('a password for an account that has another one is refused, and the plan stays; the same one again is fine', async () => {
  const [email, password] = ['twice@example.org', 'correct horse battery']
  await ask('user add', { email, password })
  assert.equal((await ask('user add', { email, password })).code, 200)
  const { code, msg } = await ask('user add', { email, password: 'another horse battery', plan: 'enterprise' })
  assert.deepEqual([code, msg], [400, 'password: expected none, or the one that this account has already, got another'])
})

test('an address that somebody has registered and not confirmed becomes a confirmed account with a new password', async () => {
  const [email, stranger] = ['begun@example.org', 'correct horse battery']
  const payload = { email, password: stranger, confirm_password: stranger, agree: true }
  const begun = await product.app.inject({ method: 'POST', url: '/v1/account/sign_up', payload })
  assert.equal(begun.statusCode, 200)
  const { data } = await ask('user add', { email })
  const logIn = (password: string | undefined) =>
    product.app.inject({ method: 'POST', url: '/v1/account/log_in', payload: { email, password: password ?? '' } })
  assert.equal((await logIn(data['password'])).statusCode, 200)
  assert.equal((await logIn(stranger)).json().data.error, 'wrong_login')
})

for (const [name, command, input, code] of [
  ['an unknown plan', 'user add', { email: 'a@example.org', plan: 'gold' }, 400],
  ['no account', 'key add', { email: 'none@example.org' }, 400],
  ['an unknown command', 'toString', {}, 404],
  ['a field that does not exist', 'user add', { email: 'a@example.org', role: 'operator' }, 400],
] as const)
  test(`${name} → ${code}`, async () => assert.equal((await ask(command, input)).code, code))

test('mails that did not leave are listed, and read for one address with links that work from then on', async () => {
  const email = 'unmailed@example.org'
  const [password, agree] = ['correct horse battery', true]
  const payload = { email, password, confirm_password: password, agree }
  await product.app.inject({ method: 'POST', url: '/v1/account/sign_up', payload })
  type Listed = { recipient: string; kind: string; text?: string }[]
  const read = async (input: object) => (await ask('operator mails', input)).data as unknown as Listed
  await until(async () => (await read({})).some(({ recipient }) => recipient === email), 'the mail')
  const listed = (await read({})).find(({ recipient }) => recipient === email)
  assert.deepEqual([listed?.kind, listed?.text], ['confirm', undefined])
  await product.services.storage.run((queries) =>
    queries
      .updateTable('links')
      .set({ expires_at: new Date(0) })
      .where('purpose', '=', 'confirm')
      .execute(),
  )
  const [mail, ...others] = await read({ to: email })
  assert.deepEqual(others, [])
  const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  const confirm = { method: 'POST', url: '/v1/account/confirm', payload: { token } } as const
  assert.equal((await product.app.inject(confirm)).statusCode, 200)
  assert.deepEqual(await read({ to: 'nobody@example.org' }), [])
})

test('what is changed on the command line is in the audit log, without its secrets', async () => {
  const email = 'noted@example.org'
  await ask('user add', { email, plan: 'standard' })
  const { key } = (await ask('key add', { email })).data
  await ask('user disable', { email })
  await ask('user enable', { email })
  for (const command of ['operator off', 'operator on']) await ask(command, { tool: 'whois' })
  const { link } = (await ask('operator link', {})).data
  const { id: point, token } = (await ask('point add', { name: 'Frankfurt', tags: [] as string[] })).data
  await ask('point remove', { id: point })
  await ask('backup', { path: join(folder, 'octet.backup') })
  const rows = await product.services.storage.run((queries) =>
    queries.selectFrom('audit').select(['action', 'account_id', 'detail']).orderBy('id', 'desc').limit(10).execute(),
  )
  assert.deepEqual(
    rows.map(({ action, account_id }) => [action, account_id]).reverse(),
    'user_add key_create user_disable user_enable tool_switch tool_switch operator_link point_add point_remove backup'
      .split(' ')
      .map((action) => [action, null]),
  )
  const listed = await product.services.backOffice.audit({ q: 'key_create', page: 0, action: 'key_create' })
  assert.equal(listed[0]?.about, email)
  for (const secret of [key!, token!, link!.split('token=')[1]!]) assert.ok(!JSON.stringify(rows).includes(secret))
})

test('an account is deleted with its sessions and keys, once, and the audit log says which', async () => {
  const [email, password] = ['leaving@example.org', 'correct horse battery']
  const { id } = (await ask('user add', { email, password, plan: 'standard' })).data
  const { key } = (await ask('key add', { email })).data
  const logIn = () => product.app.inject({ method: 'POST', url: '/v1/account/log_in', payload: { email, password } })
  const { token } = (await logIn()).json().data
  const look = () => product.app.inject({ url: '/v1/account/usage', headers: { 'x-api-key': key } })
  await product.services.keyTable.load()
  assert.equal((await look()).statusCode, 200)
  assert.equal((await ask('user delete', { email })).code, 200)
  await until(async () => (await look()).statusCode === 401, 'the key is unknown')
  assert.equal((await product.app.inject({ url: '/v1/keys', headers: { token } })).statusCode, 401)
  assert.equal((await logIn()).json().data.error, 'wrong_login')
  assert.equal((await ask('user delete', { email })).code, 400)
  const noted = await product.services.storage.run((queries) =>
    queries.selectFrom('audit').select('detail').where('action', '=', 'user_delete').execute(),
  )
  assert.deepEqual(noted, [{ detail: { id } }])
})

test('a second factor that is not on is not switched off', async () => {
  const email = 'no-factor@example.org'
  await ask('user add', { email })
  const { code, msg } = await ask('user second-factor-off', { email })
  assert.deepEqual([code, msg], [409, 'This cannot be done now: no second factor is on'])
})

test('only the owner may open the socket', async () => assert.equal((await stat(socketPath)).mode & 0o777, 0o600))

test('below a long path it lies in a new folder that only its owner may enter, and that goes with it', async () => {
  const varFolder = join(folder, 'deep/'.repeat(20))
  await mkdir(varFolder, { recursive: true })
  const services = { ...product.services, config: { ...product.services.config, varFolder } }
  const folders: string[] = []
  for (let time = 0; time < 2; time++) {
    await using _socket = await openOperatorSocket(services)
    const path: string = JSON.parse(await readFile(join(varFolder, 'operator.json'), 'utf8')).socket
    folders.push(dirname(path))
    assert.equal((await stat(dirname(path))).mode & 0o777, 0o700)
    assert.ok(path.length < 108)
  }
  assert.notEqual(folders[0], folders[1])
  for (const gone of folders) await assert.rejects(stat(gone), /ENOENT/)
})

test('an account is disabled and enabled, a tool is switched, a link for another operator is made', async () => {
  await ask('user add', { email: 'later@example.org', password: 'correct horse battery' })
  const logIn = () =>
    product.app.inject({
      method: 'POST',
      url: '/v1/account/log_in',
      payload: { email: 'later@example.org', password: 'correct horse battery' },
    })
  assert.equal((await ask('user disable', { email: 'later@example.org' })).code, 200)
  assert.equal((await logIn()).statusCode, 401)
  await ask('user enable', { email: 'later@example.org' })
  assert.equal((await logIn()).statusCode, 200)
  await ask('operator off', { tool: 'case' })
  assert.ok(product.services.switches.isOff('case'))
  await ask('operator on', { tool: 'case' })
  assert.ok(!product.services.switches.isOff('case'))
  assert.equal((await ask('operator off', { tool: 'none' })).code, 400)
  assert.match((await ask('operator link', {})).data['link'] ?? '', /\/admin\/start#token=[\w-]{43}$/)
})

for (const [command, input, msg] of [
  ['point add', { name: 'X', tags: [], latitude: 'abc' }, 'latitude: expected number, got abc'],
  ['point add', { name: 'X', tags: [], latitude: 50.1 }, 'longitude: expected latitude and longitude together, got nothing'],
  ['point add', { name: 'X', tags: [], latitude: 99 }, 'latitude: expected ≤ 90, got 99'],
  ['point add', { name: 'X', tags: [], country: 'Germany' }, 'country: expected a country code such as DE, got Germany'],
  ['point add', { name: 'X', tags: [], country: 'ZZ' }, 'country: expected a country code such as DE, got ZZ'],
  ['point remove', { id: 'x' }, 'id: expected a UUID, got x'],
] as const)
  test(`${command} says what was expected and what came: ${msg}`, async () => {
    const answer = await ask(command, input)
    assert.deepEqual([answer.code, answer.msg], [400, msg])
  })
