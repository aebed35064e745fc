import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { until } from '@octet/core/testing/until.ts'
import { rr, startDnsServer } from '@octet/probe/testing/dns-server.ts'
import { ACTIONS } from '../operator/actions.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

const CLI = join(import.meta.dirname, '../../../cli/bin/octet.mjs')
let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const web = createServer((_request, response) => response.end('hello'))

before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true })
  // An agent of a busy machine is late, and no point that measures would be chosen; here each one is.
  const { roster } = product.services.points.hub
  const list = roster.list.bind(roster)
  roster.list = () => list().map((point) => ({ ...point, status: 'ready' }))
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
})
after(async () => {
  web.close()
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

/** `octet agent` as its own process, with the words that `octet point add` prints, or the token in the environment. */
async function startAgent(extra: readonly string[], { hasWord = true, email }: { hasWord?: boolean; email?: string } = {}) {
  const added = (await ACTIONS['point add']!(product.services, { name: 'Cellar', tags: ['home'], email })) as {
    id: string
    token: string
  }
  const words = [CLI, 'agent', '--server', product.origin, ...(hasWord ? ['--token', added.token] : []), ...extra]
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...(!hasWord && { OCTET_POINT_TOKEN: added.token }) }
  const child = spawn(process.execPath, words, { env })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  const exited = once(child, 'exit')
  return {
    id: added.id,
    said: () => said,
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function measure(id: string, payload: object): Promise<Measurement['results'][number]['result']> {
  const { measurements } = product.services.points
  const answer = await product.app.inject({
    method: 'POST',
    url: '/v1/measurements',
    payload: { locations: 'tag:home', ...payload },
  })
  if (answer.statusCode !== 202) return { status: 'failed', data: null, error: answer.json().data.error }
  const { results } = await measurements.waitForEnd(answer.json().data.id)
  assert.equal(results[0]!.probe.id, id)
  return results[0]!.result
}

test('one command joins; it measures what is open to it, refuses the rest, and comes back after a loss', async () => {
  await using agent = await startAgent(['--tag', 'fibre', '--allow', '127.0.0.6/31', '--refuse', '127.0.0.6/32'])
  const { roster } = product.services.points.hub
  await until(() => roster.get(agent.id) !== undefined, 'the agent has joined')
  assert.deepEqual(roster.get(agent.id)!.tags, ['home', 'fibre'])
  await until(() => agent.said().includes('joined as “Cellar”'), 'it says so')

  const { hub } = product.services.points
  const port = (web.address() as AddressInfo).port
  const run = (target: string) =>
    hub.run(agent.id, { type: 'ping', target, protocol: 'tcp', packets: 2, port }, { timeoutMs: 8_000, onProgress: () => {} })
  const refused = await run('127.0.0.1')
  assert.equal(refused.status === 'failed' && refused.error.key, 'refused_target', 'the point’s own guard judges')
  const closed = await run('127.0.0.6')
  assert.equal(closed.status === 'failed' && closed.error.key, 'refused_target', 'what is closed there is refused, too')
  const open = await run('127.0.0.7')
  assert.equal(open.status, 'finished', JSON.stringify(open))
  assert.equal(
    (await measure(agent.id, { type: 'ping', target: '127.0.0.7' })).status,
    'failed',
    'the server’s guard judges first',
  )

  product.services.points.detach()
  await until(() => roster.get(agent.id) === undefined, 'the connection is lost')
  await until(() => roster.get(agent.id) !== undefined, 'it has come back')
  assert.match(agent.said(), /disconnected \(restart\); trying again in \d\.\d s/)
})

test('a withdrawn token ends the program with an error that says so', async () => {
  await using agent = await startAgent([], { hasWord: false })
  const { roster } = product.services.points.hub
  await until(() => roster.get(agent.id) !== undefined, 'the agent has joined')
  await ACTIONS['point remove']!(product.services, { id: agent.id })
  const [code] = (await agent.exited) as [number]
  assert.equal(code, 1)
  assert.match(agent.said(), /The token of the monitoring point is unknown or was revoked/)
})

test('a new token: the agent that has the old one ends with words once another has joined', async () => {
  await using agent = await startAgent([], { hasWord: false })
  const { roster } = product.services.points.hub
  await until(() => roster.get(agent.id) !== undefined, 'the agent has joined')
  const { token } = (await ACTIONS['point token']!(product.services, { id: agent.id })) as { token: string }
  const child = spawn(process.execPath, [CLI, 'agent', '--server', product.origin, '--quiet'], {
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', OCTET_POINT_TOKEN: token },
  })
  const [code] = (await agent.exited) as [number]
  assert.equal(code, 1)
  assert.match(agent.said(), /Another agent has connected as the same point[\s\S]*After a change of token/)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

/** `octet measure` as its own process. */
async function measureByCommand(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [CLI, 'measure', ...words], {
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', OCTET_SERVER: product.origin, ...env },
  })
  let [out, said] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, said }
}

test('octet measure: the table of a real point, JSON, an answer each, and how it ends', async () => {
  const email = 'measure@example.org'
  await ACTIONS['user add']!(product.services, { email })
  const { key } = (await ACTIONS['key add']!(product.services, { email })) as { key: string }
  await using agent = await startAgent(['--allow', '127.0.0.0/8'], { email })
  const { roster } = product.services.points.hub
  await until(() => roster.get(agent.id) !== undefined, 'the agent has joined')
  const { port } = web.address() as AddressInfo
  const tcp = ['--protocol', 'tcp', '--port', String(port)]
  const run = (words: readonly string[], env = {}) => measureByCommand(words, { OCTET_KEY: key, ...env })

  const { code, out, said } = await run(['ping', '127.0.0.7', 'from', `point:${agent.id}`, '--packets', '2', ...tcp])
  assert.equal(code, 0, said)
  const [head, row, , summary] = out.split('\n')
  assert.match(head!, /^Point +Place +Network +Loss +Min ms +Median ms +Mean ms +Max ms$/)
  assert.match(row!, /^Cellar +0% +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$/)
  assert.match(summary!, /^1 of 1 done, fastest [\d.]+ ms, median [\d.]+ ms, slowest [\d.]+ ms, loss 0%$/)
  assert.match(said, new RegExp(`^${product.origin}/measurements/[\\da-f]{32}\n$`), 'nothing is drawn where there is no terminal')
  assert.ok(!(out + said).includes('\u001b'))

  const json = await run(['ping', '127.0.0.7', '127.0.0.8', '--from', 'tag:home', '--json', ...tcp])
  const { status, results } = JSON.parse(json.out) as Measurement
  assert.deepEqual([json.code, json.said, status, results.length], [0, '', 'finished', 2])

  const stream = await run(['ping', '127.0.0.7', '10.1.2.3', '-F', 'tag:home', '--stream', ...tcp])
  const answers = stream.out.trimEnd().split('\n')
  const states = answers.map((line) => JSON.parse(line) as Measurement['results'][number])
  assert.deepEqual(states.map(({ target, result }) => [target, result.status]).sort(), [
    ['10.1.2.3', 'failed'],
    ['127.0.0.7', 'finished'],
  ])
  assert.deepEqual([stream.code, stream.said], [0, ''])

  const id = said.trim().slice(-32)
  const again = await run([id])
  assert.deepEqual([again.code, again.out], [0, out], 'an earlier one by its id')
  const history = await measureByCommand(['history'], { OCTET_KEY: key })
  assert.match(history.out, /^Begun /)
  assert.match(history.out, new RegExp(`^[\\d: -]+ Ping +127\\.0\\.0\\.7 +point:${agent.id} +1 +${id}$`, 'm'))
  const keyless = await measureByCommand(['history'], {})
  assert.equal(keyless.code, 2)
  assert.match(keyless.said, /expected a key, from octet login or in OCTET_KEY, got none/)

  const none = await run(['ping', '10.1.2.3', '-F', 'tag:home'])
  assert.equal(none.code, 1)
  assert.match(none.out, /^Cellar .*\n {2}This service does not contact “10\.1\.2\.3”/m, 'the point says why')
  assert.match(none.said, /^octet measure: The other side failed: no point has got an answer$/m)
  const nowhere = await run(['ping', '127.0.0.7', '--from', 'Atlantis'], { LC_ALL: 'zh_CN.UTF-8' })
  assert.deepEqual([nowhere.code, nowhere.out], [1, ''])
  assert.match(nowhere.said, /^octet measure: 没有符合“Atlantis”的监测点\n/)
  const wrong = await run(['ping', '127.0.0.7', '--packets', '99'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.said, /^octet measure: --packets: expected .*16, got 99\n {2}octet measure ping/)
})

test('octet measure: names, routes and pages from a real point', async () => {
  const email = 'kinds@example.org'
  await ACTIONS['user add']!(product.services, { email })
  const { key } = (await ACTIONS['key add']!(product.services, { email })) as { key: string }
  await using dns = await startDnsServer(({ name }) => ({ answers: [rr(name, 'A', { address: '192.0.2.7' })] }))
  await using agent = await startAgent(['--allow', '127.0.0.0/8', '--resolver', `127.0.0.1:${dns.port}`], { email })
  const { roster } = product.services.points.hub
  await until(() => roster.get(agent.id) !== undefined, 'the agent has joined')
  const run = (words: string) =>
    measureByCommand([...words.split(' '), '--from', `point:${agent.id}`], { OCTET_KEY: key, LC_ALL: 'C.UTF-8' })
  const hasRoutes = roster.get(agent.id)!.step !== 'tcp'
  const [named, shut, route] = await Promise.all([
    run('dns example.com --type A'),
    run('http http://127.0.0.7:8080/'),
    run('mtr 127.0.0.7 --packets 2'),
  ])
  assert.match(named.out, /^Cellar +192\.0\.2\.7 +[\d.]+$/m, named.said)
  assert.deepEqual([shut.code, shut.out], [1, ''])
  assert.match(shut.said, /port 8080 is not open to this tool, which asks 80, 443/)
  if (hasRoutes) assert.match(route.out, /^ +1 +127\.0\.0\.7 +0% +[\d.]+ +[\d.]+ +[\d.]+$/m, route.said)
  else assert.equal(route.code, 1, 'a point without raw packets says so')
})

test('an operator’s list shows what is connected and what is away', async () => {
  await ACTIONS['point add']!(product.services, { name: 'Away', country: 'no', city: 'Oslo' })
  const rows = (await ACTIONS['point list']!(product.services, {})) as { name: string; status: string; place: string }[]
  assert.deepEqual(
    rows.filter(({ name }) => name === 'Away').map(({ status, place }) => [status, place]),
    [['offline', 'Oslo, NO']],
  )
  assert.ok(rows.some(({ name, status }) => name === 'This server' && status !== 'offline'))
  const listed = (await (await fetch(`${product.origin}/v1/points`)).json()) as {
    data: { name: string; nameZh: string | null }[]
  }
  assert.equal(listed.data.find(({ name }) => name === 'This server')?.nameZh, '本站服务器')
})
