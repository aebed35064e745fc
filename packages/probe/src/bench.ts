import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { BenchRow } from '@octet/core/bench.ts'
import { mergeArrivals } from './arrivals.ts'
import { createDnsClient } from './dns/client.ts'
import { TYPES } from './dns/types.ts'
import { createGuard } from './guard/guard.ts'
import { MtrPacket } from './ping/mtr-packet.ts'
import { rr, startDnsServer } from './testing/dns-server.ts'
import { findProgram } from './testing/peers.ts'

const run_ = promisify(execFile)
const TICK_MS = 10 // USER_HZ is 100 on every Linux that Node runs on

/** Probes against spawned `ping`, DNS queries, TCP connections against `nmap -sT`; all on loopback. */
export async function run(): Promise<readonly BenchRow[]> {
  return [...(await benchPackets()), await benchDns(), await benchPorts()]
}

async function benchPackets(): Promise<BenchRow[]> {
  const [mtr, ping] = [findProgram('mtr-packet'), findProgram('ping')]
  if (!mtr) return []
  const count = 20_000
  const before = childCpuMs()
  const started = performance.now()
  const packets = new MtrPacket(mtr)
  const jobs = Array.from(
    { length: count },
    () => () => packets.send({ address: '127.0.0.1', protocol: 'icmp', timeoutMs: 1000 }),
  )
  let answered = 0
  for await (const { outcome } of mergeArrivals(jobs.slice(0, 2000), 1)) answered += Number(outcome === 'reply')
  const elapsed = performance.now() - started
  const burst = performance.now()
  for (let start = 0; start < count; start += 256) await Promise.all(jobs.slice(start, start + 256).map((job) => job()))
  const perSecond = (count / (performance.now() - burst)) * 1000
  await packets[Symbol.asyncDispose]()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const cpuUs = ((childCpuMs() - before) * 1000) / (count + 2000)
  const rows: BenchRow[] = [
    { name: 'ICMP, one in flight', value: Math.round((answered / elapsed) * 1000), unit: 'probes/s' },
    { name: 'ICMP, 256 in flight', value: Math.round(perSecond), unit: 'probes/s' },
  ]
  if (!ping) return [...rows, { name: 'CPU of mtr-packet per probe', value: round(cpuUs), unit: 'µs' }]
  const pings = 100
  const beforePing = childCpuMs()
  for (let index = 0; index < pings; index++) await run_(ping, ['-n', '-c', '1', '127.0.0.1'])
  const pingUs = ((childCpuMs() - beforePing) * 1000) / pings
  const ratio = pingUs / cpuUs
  return [
    ...rows,
    {
      name: 'CPU of mtr-packet per probe',
      value: round(cpuUs),
      unit: 'µs',
      peer: { name: 'spawned ping', value: round(pingUs), ratio },
      budget: { text: '≥ 30× less CPU', isMet: ratio >= 30 },
    },
  ]
}

async function benchDns(): Promise<BenchRow> {
  await using server = await startDnsServer(({ name }) => ({ answers: [rr(name, 'A', { address: '192.0.2.1' })] }))
  const client = createDnsClient({
    guard: createGuard(),
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const count = 3000
  const jobs = Array.from({ length: count }, () => () => client.ask({ name: 'www.example.com.', type: TYPES.A }))
  const started = performance.now()
  let answered = 0
  for await (const { message } of mergeArrivals(jobs, 64)) answered += message.answers.length
  return {
    name: 'DNS over UDP, a socket each (with its server)',
    value: Math.round((answered / (performance.now() - started)) * 1000),
    unit: 'queries/s',
  }
}

async function benchPorts(): Promise<BenchRow> {
  const guard = createGuard({ allowTargets: ['127.0.0.9/32'] })
  const count = 2000
  const connect = (port: number) => () =>
    guard.connect({ host: '127.0.0.9', port, timeoutMs: 1000 }).then(
      (socket) => socket.destroy(),
      () => undefined,
    )
  const jobs = Array.from({ length: count }, (_, index) => connect(index + 1))
  const started = performance.now()
  let done = 0
  for await (const _ of mergeArrivals(jobs, 200)) done++
  const value = Math.round((done / (performance.now() - started)) * 1000)
  const nmap = findProgram('nmap')
  if (!nmap) return { name: 'TCP connections, 200 in flight', value, unit: 'ports/s' }
  const startedPeer = performance.now()
  await run_(nmap, ['-sT', '-Pn', '-n', '-p', `1-${count}`, '127.0.0.9'])
  const peerValue = Math.round((count / (performance.now() - startedPeer)) * 1000)
  return {
    name: 'TCP connections, 200 in flight',
    value,
    unit: 'ports/s',
    peer: { name: 'nmap -sT', value: peerValue, ratio: value / peerValue },
  }
}

/** CPU of children that have ended (`cutime` and `cstime` of proc(5)), in milliseconds. */
function childCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
