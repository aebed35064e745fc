import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { EmbeddedPostgres } from '../../apps/server/src/storage/embedded.ts'
import { ENGINE_FLAGS } from '../../apps/server/src/testing/engine-flags.ts'
import { findRedisServer, startRedis } from '../../apps/server/src/testing/redis.ts'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
const NGINX = '/usr/sbin/nginx'

/** One server process of the cluster, as a machine of its own would run it. */
export class Machine {
  readonly port: number
  readonly #env: NodeJS.ProcessEnv
  readonly #words: readonly string[]
  #child: ChildProcess | undefined
  /** The faults that it has logged, as JSON lines. */
  readonly faults: string[] = []

  /** `words` are put before the program, as `faketime` wants it. */
  constructor(port: number, env: NodeJS.ProcessEnv, words: readonly string[] = []) {
    this.port = port
    this.#env = env
    this.#words = words
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<void> {
    const env = { ...process.env, ...this.#env, PORT: String(this.port) }
    const [program = '', ...rest] = [...this.#words, process.execPath, ...ENGINE_FLAGS, join(ROOT, 'scripts/dev-api.ts')]
    this.#child = spawn(program, rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], env })
    createInterface(this.#child.stdout!).on('line', (line) => void (line.startsWith('{') && this.faults.push(line)))
    await waitFor(`http://127.0.0.1:${this.port}/readyz`)
  }

  /** Ends it and waits until it has ended; gives the seconds that took. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const child = this.#child
    if (!child || child.exitCode !== null) return 0
    const started = performance.now()
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return (performance.now() - started) / 1_000
  }
}

/** Three machines on one PostgreSQL and one Redis, with nginx in front: all on loopback, all ended when disposed. */
export type Cluster = AsyncDisposable & {
  readonly origin: string
  readonly machines: readonly Machine[]
  readonly databaseUrl: string
  readonly databaseFolder: string
  /** Ends Redis for good. */
  stopRedis(): Promise<void>
}

export type ClusterOptions = { readonly machines?: number; readonly operator?: object }

/** Starts it; undefined where nginx or Redis is missing. */
export async function startCluster({ machines: count = 3, operator = {} }: ClusterOptions = {}): Promise<Cluster | undefined> {
  const redisProgram = findRedisServer()
  if (!redisProgram || (await missing(NGINX))) return undefined
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'octet-cluster-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const databaseFolder = join(folder, 'database')
  await mkdir(databaseFolder)
  const database = stack.use(await EmbeddedPostgres.start({ varFolder: databaseFolder, log: pino({ level: 'silent' }) }))
  const redis = stack.use(await startRedis(redisProgram))
  const config = join(folder, 'octet.json')
  await writeFile(config, JSON.stringify({ trustedProxies: ['127.0.0.1/32'], ...operator }))
  const machines: Machine[] = []
  const jobs = join(folder, 'jobs')
  await mkdir(jobs)
  for (let index = 0; index < count; index++) {
    const varFolder = join(folder, `machine-${index}`)
    await mkdir(varFolder)
    await symlink(join(ROOT, 'var/data'), join(varFolder, 'data'))
    await symlink(jobs, join(varFolder, 'jobs'))
    const machine = new Machine(await findFreePort(), {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      OCTET_VAR: varFolder,
      OCTET_CONFIG: config,
      OCTET_PROCESSES: '1',
      LOG_LEVEL: 'silent',
    })
    await machine.start()
    machines.push(machine)
    stack.defer(async () => void (await machine.stop('SIGKILL')))
  }
  const port = await findFreePort()
  await writeFile(join(folder, 'nginx.conf'), toNginx({ folder, port, ports: machines.map((machine) => machine.port) }))
  const nginx = spawn(NGINX, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  stack.defer(() => void nginx.kill('SIGQUIT'))
  await waitFor(`http://127.0.0.1:${port}/livez`)
  const owned = stack.move()
  return {
    origin: `http://127.0.0.1:${port}`,
    machines,
    databaseUrl: database.url,
    databaseFolder,
    stopRedis: async () => redis[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function toNginx({ folder, port, ports }: { folder: string; port: number; ports: readonly number[] }): string {
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  upstream octet { ${servers} keepalive 64; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://octet; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr; proxy_next_upstream error timeout http_503; proxy_connect_timeout 1s; } }
}
`
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 2_400; tries++) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await sleep(50)
  }
  throw new Error(`${url} does not answer`)
}

async function missing(path: string): Promise<boolean> {
  const { access } = await import('node:fs/promises')
  return access(path).then(
    () => false,
    () => true,
  )
}
