import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from '@octet/core/bench.ts'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { ENGINE_FLAGS } from '../testing/engine-flags.ts'
import { readCpuMicros, readResidentMb, waitFor } from './http-peers.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const ROWS = 1_000_000
const ROUNDS = 4
const CLIENTS = 8
const POSTS = 25

/** A million random IPv4 lines up, a million CSV rows down, one serving thread; and 1,000 addresses as keyed JSON. */
export async function run(): Promise<BenchRow[]> {
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'octet-bench-'))
  const config = join(folder, 'octet.yaml')
  await writeFile(config, 'limits: { unitsPerSecond: 100000000, burst: 100000000 }\n')
  const child = spawn(process.execPath, [...ENGINE_FLAGS, join(ROOT, 'scripts/dev-api.ts')], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), OCTET_PROCESSES: '1', LOG_LEVEL: 'silent', OCTET_CONFIG: config },
  })
  try {
    await waitFor(`http://127.0.0.1:${port}/readyz`)
    const lines = createLines(ROWS)
    const seconds: number[] = []
    for (let round = 0; round < ROUNDS; round++) seconds.push(await upload(port, lines))
    const best = Math.min(...seconds)
    const memory = await readResidentMb(child.pid ?? 0)
    const keyed = await postKeyed(port, child.pid ?? 0)
    return [
      { name: 'CSV over HTTP, 1 M lines up and down', value: best, unit: 's', budget: { text: '≤ 0.6 s', isMet: best <= 0.6 } },
      { name: 'resident memory of the server afterwards', value: memory, unit: 'MB' },
      {
        name: 'POST 1,000 addresses → full JSON',
        value: keyed,
        unit: 'addresses/CPU-s',
        budget: { text: '≥ 0.4 M per CPU-second', isMet: keyed >= 400_000 },
      },
    ]
  } finally {
    child.kill('SIGINT') // its database ends with it
    await once(child, 'exit')
    await rm(folder, { recursive: true })
  }
}

function createLines(count: number): Buffer {
  let seed = 7
  const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0)
  let text = ''
  for (let i = 0; i < count; i++) {
    const value = next()
    text += `${((value >>> 24) % 223) + 1}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}\n`
  }
  return Buffer.from(text)
}

/** Seconds from the first byte sent to the last received; the answer is counted, not kept. */
function upload(port: number, body: Buffer): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v1/ip/batch?format=csv',
        headers: { 'content-type': 'text/plain', 'content-length': body.length },
      },
      (answer) => {
        let rows = 0
        answer.on('data', (chunk: Buffer) => {
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
        })
        answer.on('end', () =>
          rows === ROWS + 1 ? resolve((performance.now() - started) / 1000) : reject(new Error(`${rows} rows came back`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Addresses answered per second of the server's own CPU time, eight clients at once: the best of some rounds, as what else
 * the machine does can only take from it.
 */
async function postKeyed(port: number, pid: number): Promise<number> {
  const addresses = createLines(1_000).toString().trim().split('\n')
  const body = JSON.stringify(addresses)
  const post = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`http://127.0.0.1:${port}/v1/ip/batch`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`a batch was answered with ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, () => post(5)))
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    const before = await readCpuMicros([pid])
    await Promise.all(Array.from({ length: CLIENTS }, () => post(POSTS)))
    best = Math.max(best, (CLIENTS * POSTS * addresses.length * 1e6) / ((await readCpuMicros([pid])) - before))
  }
  return best
}
