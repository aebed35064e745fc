import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchRow } from '@octet/core/bench.ts'
import { findPort, waitFor } from './http.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const ROWS = 1_000_000
const ROUNDS = 3

/** A million random IPv4 lines up, a million CSV rows down, one serving thread; and 1,000 addresses as keyed JSON. */
export async function run(): Promise<BenchRow[]> {
  const port = await findPort()
  const child = spawn(process.execPath, [join(ROOT, 'scripts/dev-api.ts')], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), OCTET_PROCESSES: '1', LOG_LEVEL: 'silent' },
  })
  try {
    await waitFor(`http://127.0.0.1:${port}/readyz`)
    const lines = createLines(ROWS)
    const seconds: number[] = []
    for (let round = 0; round < ROUNDS; round++) seconds.push(await upload(port, lines))
    const best = Math.min(...seconds)
    const memory = await readResidentMb(child.pid ?? 0)
    const keyed = await postKeyed(port)
    return [
      { name: 'CSV over HTTP, 1 M lines up and down', value: best, unit: 's', budget: { text: '≤ 0.6 s', isMet: best <= 0.6 } },
      { name: 'resident memory of the server afterwards', value: memory, unit: 'MB' },
      { name: 'POST 1,000 addresses → full JSON', value: keyed, unit: 'addresses/s' },
    ]
  } finally {
    child.kill('SIGKILL')
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

async function postKeyed(port: number): Promise<number> {
  const addresses = createLines(1_000).toString().trim().split('\n')
  let best = 0
  for (let round = 0; round < 8; round++) {
    const started = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/v1/ip/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(addresses),
    })
    await answer.arrayBuffer()
    best = Math.max(best, (1_000 / (performance.now() - started)) * 1_000)
  }
  return best
}

async function readResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
