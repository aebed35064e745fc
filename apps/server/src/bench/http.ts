import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, type BenchRow } from '@octet/core/bench.ts'
import { startEchoip } from './echoip-peer.ts'
import { has, makeKey, readCpuMicros, startNginx, startOctet, type Peer } from './http-peers.ts'

const ROUNDS = 3
const SECONDS = 4
const CPU_ROW = 'keyed GET /v1/ip/{ip}, CPU per request'
const run_ = promisify(execFile)

type Sample = { requestsPerSecond: number; microsPerRequest: number; p99Ms: number }

/**
 * Keyed HTTP lookups through the whole product (key, limit, quota, slot write, headers), one serving thread, against
 * nginx with the geoip2 module on the same DB-IP file, a map of 1,000 keys and limit_req, and against echoip, which has
 * neither keys nor limits; wrk with 64 connections, interleaved rounds, CPU time of the server's own processes. The same
 * without a key for comparison.
 */
export async function run(): Promise<BenchRow[]> {
  if (!(await has('wrk'))) return [{ name: 'HTTP GET /v1/ip/{ip}: needs wrk (apt-get install wrk)', value: 0, unit: '' }]
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  const peers: Peer[] = []
  try {
    await writeFile(join(folder, 'ips.lua'), LUA)
    await writeFile(join(folder, 'octet.yaml'), 'limits: { unitsPerSecond: 100000000, burst: 100000000 }\n')
    const octet = await startOctet(folder)
    peers.push(octet)
    const key = await makeKey(folder)
    await writeFile(join(folder, 'keyed.lua'), `wrk.headers["x-api-key"] = "${key}"\n${LUA}`)
    const nginx = await startNginx(folder, key)
    if (nginx) peers.push(nginx)
    const echoip = await startEchoip(folder)
    if (echoip) peers.push(echoip)
    const samples = new Map<Peer, Sample[]>(peers.map((peer) => [peer, []]))
    const plain: Sample[] = []
    for (const peer of peers) await load(peer, { folder, seconds: 2, script: 'keyed.lua' })
    for (let round = 0; round < ROUNDS; round++) {
      for (const peer of peers) samples.get(peer)?.push(await load(peer, { folder, seconds: SECONDS, script: 'keyed.lua' }))
      plain.push(await load(octet, { folder, seconds: SECONDS, script: 'ips.lua' }))
    }
    const of = (peer: Peer | undefined) => (peer && samples.get(peer)) ?? []
    return [...toRows(of(octet), of(nginx)), ...toEchoipRow(of(octet), of(echoip)), toPlainRow(plain)]
  } finally {
    for (const peer of peers) await peer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function toPlainRow(samples: readonly Sample[]): BenchRow {
  const micros = median(samples.map(({ microsPerRequest }) => microsPerRequest))
  return { name: 'the same without a key, CPU per request', value: micros, unit: 'µs' }
}

const medianOf = (samples: readonly Sample[], pick: (sample: Sample) => number) => median(samples.map(pick))

function toRows(own: readonly Sample[], nginx: readonly Sample[]): BenchRow[] {
  const figure = (name: string, unit: string, pick: (sample: Sample) => number, { isCost }: { isCost: boolean }): BenchRow => {
    const value = medianOf(own, pick)
    if (nginx.length === 0) return { name, value, unit }
    const theirs = medianOf(nginx, pick)
    const ratio = isCost ? theirs / value : value / theirs
    return { name, value, unit, peer: { name: 'nginx + geoip2 + keys + limit', value: theirs, ratio } }
  }
  const cpu = figure(CPU_ROW, 'µs', (sample) => sample.microsPerRequest, { isCost: true })
  return [
    { ...cpu, ...(cpu.peer && { budget: { text: '≥ 0.6× nginx per CPU', isMet: cpu.peer.ratio >= 0.6 } }) },
    figure('keyed GET /v1/ip/{ip}, one thread', 'requests/s', (sample) => sample.requestsPerSecond, { isCost: false }),
    figure('keyed GET /v1/ip/{ip}, p99 at full load', 'ms', (sample) => sample.p99Ms, { isCost: true }),
  ]
}

/** None where echoip is not installed. */
function toEchoipRow(own: readonly Sample[], echoip: readonly Sample[]): BenchRow[] {
  if (echoip.length === 0) return []
  const [value, theirs] = [own, echoip].map((samples) => medianOf(samples, (sample) => sample.microsPerRequest)) as [
    number,
    number,
  ]
  const ratio = theirs / value
  const budget = { text: '≥ 1.2× echoip per CPU', isMet: ratio >= 1.2 }
  return [{ name: CPU_ROW, unit: 'µs', value, peer: { name: 'echoip, no keys', value: theirs, ratio }, budget }]
}

type LoadOptions = { readonly folder: string; readonly seconds: number; readonly script: string }

async function load(peer: Peer, { folder, seconds, script }: LoadOptions): Promise<Sample> {
  const pids = await peer.pids()
  const before = await readCpuMicros(pids)
  const { stdout } = await run_('wrk', [
    '-t1',
    '-c64',
    `-d${seconds}s`,
    '--latency',
    '-s',
    join(folder, script),
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

/** 20,000 addresses, the same for every peer. */
const LUA = `
math.randomseed(7)
local ips = {}
for i = 1, 20000 do ips[i] = math.random(1, 223) .. "." .. math.random(0, 255) .. "." .. math.random(0, 255) .. "." .. math.random(0, 255) end
local at = 0
request = function() at = at % 20000 + 1; return wrk.format("GET", wrk.path .. ips[at]) end
`
