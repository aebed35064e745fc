import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { EmbeddedPostgres } from '../../apps/server/src/storage/embedded.ts'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'
import { until } from '../../packages/core/src/testing/until.ts'
import { startAlone } from './alone.ts'
import { addCustomer, countUsed } from './customer.ts'
import { guessPassword, makeAddress } from './guess-password.ts'
import { Load } from './load.ts'

const CLIENTS = 8
const REST_MS = 20
const LOOK_MS = 2_000

/**
 * The account database is away for ten minutes (`TRIAL_MINUTES`) under keyed lookups: for the first half it refuses every
 * connection, for the second it takes them and says nothing. Lookups go on, accounts say what is the matter, nothing is lost.
 */
export async function run(): Promise<BenchRow[]> {
  const minutes = Number(process.env['TRIAL_MINUTES'] ?? 10)
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'octet-outage-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755) // the database runs as another user
  const varFolder = join(folder, 'database')
  await mkdir(varFolder)
  const database = stack.use(await EmbeddedPostgres.start({ varFolder, log: pino({ level: 'silent' }) }))
  const way = stack.use(await Way.open(database.url))
  const operator = { limits: { unitsPerSecond: 1e6, burst: 1e6 }, trustedProxies: ['127.0.0.1/32'] }
  const product = stack.use(await startAlone({ operator, env: { DATABASE_URL: way.url, LOG_LEVEL: 'silent' } }))
  const { key, accountId } = await addCustomer(database.url, 'enterprise')
  const headers = { authorization: `Bearer ${key}` }
  await until(async () => (await fetch(`${product.origin}/v1/ip/8.8.8.8`, { headers })).ok, 'the key is known')
  let acknowledged = await settle(database.url, accountId)
  const onAnswer = (status: number) => void (acknowledged += status === 200 ? 1 : 0)
  const load = new Load({ origin: product.origin, headers, clients: CLIENTS, pauseMs: REST_MS, onAnswer })
  await load.reach(1_000)
  const looks: Look[] = []
  for (const state of ['refusing', 'silent'] as const) {
    way.become(state)
    const end = performance.now() + minutes * 30_000
    while (performance.now() < end) {
      looks.push(await askAccounts(product.origin))
      await sleep(LOOK_MS)
    }
  }
  way.become('open')
  const back = performance.now()
  await until(async () => (await fetch(`${product.origin}/v1/account/ready`)).ok, 'accounts are back')
  const backSeconds = (performance.now() - back) / 1_000
  await load.reach(load.counts.requests + 1_000)
  const { requests } = await load.stop()
  const counted = await settle(database.url, accountId, acknowledged)
  const wrong = looks.filter(({ status, isWord }) => status !== 503 || !isWord).length
  const slowest = Math.max(...looks.map(({ ms }) => ms))
  return [
    {
      name: `database away for ${minutes} minutes under ${requests.toLocaleString('en')} keyed lookups: errors`,
      value: load.errors,
      unit: 'requests',
      budget: { text: '0', isMet: load.errors === 0 && acknowledged > 2_000 },
    },
    {
      name: `${looks.length} attempts to log in meanwhile: not answered 503 with Retry-After`,
      value: wrong,
      unit: 'answers',
      budget: { text: '0', isMet: wrong === 0 && looks.length > 0 },
    },
    { name: 'slowest of them', value: slowest, unit: 'ms', budget: { text: '≤ 1 s', isMet: slowest <= 1_000 } },
    {
      name: 'accounts again, with the database back',
      value: backSeconds,
      unit: 's',
      budget: { text: '≤ 5 s', isMet: backSeconds <= 5 },
    },
    {
      name: `acknowledged ${acknowledged.toLocaleString('en')}, counted ${counted.toLocaleString('en')}: difference`,
      value: counted - acknowledged,
      unit: 'units',
      budget: { text: '0', isMet: counted === acknowledged },
    },
  ]
}

type Look = { readonly status: number; readonly isWord: boolean; readonly ms: number }

async function askAccounts(origin: string): Promise<Look> {
  const started = performance.now()
  const { status, retryAfter, msg } = await guessPassword(origin, { forwardedFor: makeAddress() })
  return { status, isWord: retryAfter > 0 && typeof msg === 'string', ms: performance.now() - started }
}

/** What is counted of an account when it no longer grows, or comes to what is expected; counts are written each second. */
async function settle(url: string, accountId: string, wanted?: number): Promise<number> {
  let last = -1
  for (let look = 0; look < 20; look++) {
    await sleep(1_500)
    const counted = await countUsed(url, accountId)
    if (counted === (wanted ?? last)) return counted
    last = counted
  }
  return last
}

/** The way to a database, which can be cut in two manners. */
class Way {
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  readonly #port: number
  #isSilent = false

  private constructor({ url, server, sockets, port }: { url: string; server: Server; sockets: Set<Socket>; port: number }) {
    this.url = url
    this.#server = server
    this.#sockets = sockets
    this.#port = port
    server.on('connection', (socket) => this.#keep(socket))
  }

  static async open(databaseUrl: string): Promise<Way> {
    const port = await findFreePort()
    const url = new URL(databaseUrl)
    const path = join(decodeURIComponent(url.hostname), `.s.PGSQL.${url.port || '5432'}`)
    const sockets = new Set<Socket>()
    const server = createServer((near) => {
      const far = connect({ path })
      sockets.add(far)
      far.on('error', () => near.destroy()).on('close', () => (sockets.delete(far), near.destroy()))
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
    })
    url.host = `127.0.0.1:${port}`
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new Way({ url: url.href, server, sockets, port })
  }

  become(state: 'open' | 'refusing' | 'silent'): void {
    if (state === 'refusing') {
      this.#server.close()
      for (const socket of this.#sockets) socket.destroy()
      return
    }
    this.#isSilent = state === 'silent'
    if (!this.#server.listening) this.#server.listen(this.#port, '127.0.0.1')
    if (state === 'open') for (const socket of this.#sockets) socket.destroy()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    if (this.#isSilent) socket.unpipe()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
