import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { until } from '@octet/core/testing/until.ts'
import { ACTIONS } from '../operator/actions.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

const CLI = join(import.meta.dirname, '../../../cli/src/main.ts')
let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const web = createServer((_request, response) => response.end('hello'))

before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, listen: true, withoutData: true })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
})
after(async () => {
  web.close()
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

/** `octet agent` as its own process, with the words that `octet point add` prints, or the token in the environment. */
async function startAgent(extra: readonly string[], { hasWord = true } = {}) {
  const added = (await ACTIONS['point add']!(product.services, { name: 'Cellar', tags: ['home'] })) as {
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
