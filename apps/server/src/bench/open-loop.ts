import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, type BenchRow } from '@octet/core/bench.ts'
import { has, makeKey, startBare, startNginx, startOctet, type Peer } from './http-peers.ts'

const run_ = promisify(execFile)
const RATE = 10_000
const SECONDS = 4
const ROUNDS = 5
const CONNECTIONS = 64
/** Measures that do not count: in the first ten seconds the engine still compiles, what runs once a second last. */
const WARM_UPS = 4
const MOST_P50_MS = 0.06
const MOST_P99_RATIO = 2
/** A measure of which no answer counts, as the clock had no processor to itself, is taken so many times. */
const TRIES = 5
/** What the clock ends with (open-loop.c). */
const REASONS: Readonly<Record<number, string>> = {
  3: 'an answer with a head of more than it can take',
  4: 'an answer without Content-Length',
  5: 'the server takes no connection',
  6: 'so many requests wait that it cannot note more',
  7: 'a request was not taken',
  8: 'a connection was closed',
}
const NONE_COUNTS = 9

/** Milliseconds, and how many answers of a hundred do not count in them: the clock itself had lost its processor (open-loop.c). */
type Times = { readonly p50: number; readonly p99: number; readonly leftOut: number }

/**
 * Keyed lookups at a fixed rate, whether answers have come or not, with the product on one core and the clock on another,
 * in turns with nginx as in the bench of requests and with a Node server that only sends. Medians of the rounds: the 99th
 * percentile of one round is easily somebody else's work.
 */
export async function run(): Promise<BenchRow[]> {
  const needs = 'open loop: needs gcc, taskset, nginx with the geoip2 module, and two cores'
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  const peers: Peer[] = []
  try {
    const clock = compileClock(folder)
    if (!clock || !(await has('taskset')) || availableParallelism() < 2) return [{ name: needs, value: 0, unit: '' }]
    await writeFile(join(folder, 'octet.yaml'), 'limits: { unitsPerSecond: 100000000, burst: 100000000 }\n')
    const octet = await startOctet(folder)
    peers.push(octet)
    const key = await makeKey(folder)
    const nginx = await startNginx(folder, key)
    if (!nginx) return [{ name: needs, value: 0, unit: '' }]
    const bare = await startBare()
    peers.push(nginx, bare)
    const measure = (peer: Peer) => measureTimes(clock, { port: peer.port, path: peer.path, key })
    const found = new Map<Peer, Times[]>(peers.map((peer) => [peer, []]))
    for (const peer of peers) for (const pid of await peer.pids()) await run_('taskset', ['-acp', '0', String(pid)])
    for (let round = -WARM_UPS; round < ROUNDS; round++)
      for (const peer of peers) {
        const times = await measure(peer)
        if (round >= 0) found.get(peer)!.push(times)
      }
    return toRows({ own: found.get(octet)!, nginx: found.get(nginx)!, bare: found.get(bare)! })
  } finally {
    for (const peer of peers) await peer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Found = Readonly<Record<'own' | 'nginx' | 'bare', readonly Times[]>>

function toRows({ own, nginx, bare }: Found): BenchRow[] {
  const toMedians = (all: readonly Times[]): Times => ({
    p50: median(all.map((times) => times.p50)),
    p99: median(all.map((times) => times.p99)),
    leftOut: median(all.map((times) => times.leftOut)),
  })
  const [{ p50, p99, leftOut }, theirs, least] = [toMedians(own), toMedians(nginx), toMedians(bare)]
  const peer = (value: number, ratio: number) => ({ name: 'nginx + geoip2 + keys + limit', value, ratio })
  return [
    {
      name: 'keyed GET at 10,000 a second, open loop, one core: p50',
      value: p50,
      unit: 'ms',
      peer: peer(theirs.p50, theirs.p50 / p50),
      budget: { text: `≤ ${MOST_P50_MS} ms`, isMet: p50 <= MOST_P50_MS },
    },
    {
      name: 'the same: p99',
      value: p99,
      unit: 'ms',
      peer: peer(theirs.p99, theirs.p99 / p99),
      budget: { text: `≤ ${MOST_P99_RATIO}× nginx`, isMet: p99 <= MOST_P99_RATIO * theirs.p99 },
    },
    {
      name: 'the same: answers left out, the clock having lost its processor',
      value: leftOut,
      unit: '%',
    },
    { name: 'a Node server that only sends as many bytes: p50', value: least.p50, unit: 'ms' },
    { name: 'a Node server that only sends as many bytes: p99', value: least.p99, unit: 'ms' },
  ]
}

/** The program that keeps the clock; undefined without a C compiler. */
function compileClock(folder: string): string | undefined {
  const binary = join(folder, 'open-loop')
  const source = join(import.meta.dirname, 'open-loop.c')
  return spawnSync('gcc', ['-O2', '-D_GNU_SOURCE', '-o', binary, source], { stdio: 'ignore' }).status === 0 ? binary : undefined
}

async function measureTimes(clock: string, { port, path, key }: { port: number; path: string; key: string }): Promise<Times> {
  const words = [String(port), path, key, String(RATE), String(SECONDS), String(CONNECTIONS)]
  const stdout = await runClock([clock, ...words])
  const [p50 = 0, p99 = 0, , answers = 0, errors = 0, leftOut = 0] = stdout.split(' ').map(Number)
  if (errors > 0 || answers === 0) throw new Error(`${answers} answers came, ${errors} errors or none`)
  return { p50: p50 / 1000, p99: p99 / 1000, leftOut: (100 * leftOut) / answers }
}

async function runClock(words: readonly string[]): Promise<string> {
  for (let tries = 1; ; tries++) {
    const { code, stdout } = await run_('taskset', ['-c', '1', ...words]).then(
      (done) => ({ code: 0, stdout: done.stdout }),
      ({ code }: { code: unknown }) => ({ code: Number(code), stdout: '' }),
    )
    if (code === 0) return stdout
    if (code !== NONE_COUNTS) throw new Error(`the clock ended with ${code}: ${REASONS[code] ?? 'see open-loop.c'}`)
    if (tries === TRIES) throw new Error('expected a core for the clock alone; other programs had it all the time')
  }
}
