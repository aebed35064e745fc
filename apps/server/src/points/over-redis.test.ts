import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { until } from '@octet/core/testing/until.ts'
import { findRedisServer, startRedis } from '../testing/redis.ts'
import { createFakeProbe, startPoint } from '../testing/start-points.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startProduct } from '../testing/start.ts'

const program = findRedisServer()
const options = program ? {} : { skip: 'no redis-server on this machine' }

test('two servers share their points through Redis, and go on with their own while it is away', options, async () => {
  await using stack = new AsyncDisposableStack()
  const storage = stack.use(await startStorage())
  const redis = await startRedis(program ?? '')
  const makeServer = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octet-redis-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    return stack.use(
      await startProduct({
        storageUrl: storage.url,
        listen: true,
        withoutData: true,
        env: { REDIS_URL: redis.url, OCTET_VAR: folder },
      }),
    )
  }
  const [a, b] = [await makeServer(), await makeServer()]
  const join_ = async (server: typeof a, name: string, country: string) => {
    const { id, token } = await server.services.points.store.add({ name, tags: [], accountId: null, country })
    stack.use(startPoint({ server: server.origin, token, probe: createFakeProbe({ delayMs: 300 }) }))
    return id
  }
  const [onA, onB] = [await join_(a, 'on a', 'DE'), await join_(b, 'on b', 'JP')]
  const { roster } = a.services.points.hub
  await until(() => roster.get(onA) !== undefined && roster.get(onB) !== undefined, 'a knows both')

  const begin = async (locations: string) =>
    (
      await a.app.inject({
        method: 'POST',
        url: '/v1/measurements',
        payload: { type: 'ping', target: 'example.com', locations, limit: 2 },
      })
    ).json().data.id as string
  const id = await begin('DE, JP')
  const stream = await fetch(`${b.origin}/v1/measurements/${id}`, { headers: { accept: 'application/x-ndjson' } })
  const events = (await stream.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(events.at(-1).event, 'done')
  const whole: Measurement = (await a.app.inject(`/v1/measurements/${id}`)).json().data
  assert.deepEqual(
    whole.results.map(({ result }) => result.status),
    ['finished', 'finished'],
  )

  await redis[Symbol.asyncDispose]()
  const alone = await begin('DE')
  const ended = await a.services.points.measurements.waitForEnd(alone)
  assert.equal(ended.results[0]?.result.status, 'finished')
  await until(() => roster.get(onB) === undefined, 'the points of the other are not offered any more')
  stack.use(await startRedis(program ?? '', redis.port))
  await until(() => roster.get(onB) !== undefined, 'they are back when Redis is')
})
