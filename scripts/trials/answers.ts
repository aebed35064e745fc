import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { BenchRow } from '../../packages/core/src/bench.ts'

const ASKING = join(import.meta.dirname, 'ask-everything.ts')
const LIMIT_MS = 3_600_000

/**
 * Asks every call of `/openapi.json` with its example, with values of its schema, and with what should not be there, as
 * nobody, with a key and as a user, in both languages. Each answer must be one that the document names: the status, the
 * error, the shape of the data; no fault of the server, and no error text in another language. What network tools ask for
 * has no way out: the server runs in a network namespace with nothing but loopback, which needs Linux.
 *
 * `ANSWER_TIMES` (8) says how often each is asked, `ANSWER_PATHS` names a part of the paths, `ANSWER_SEED` (1) makes others.
 */
export async function run(): Promise<BenchRow[]> {
  const asUser = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const words = ['--net', ...asUser, 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, ASKING]
  const child = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'inherit'], timeout: LIMIT_MS })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  let sum: { asked: number; calls: number; found: number } | undefined
  for await (const line of createInterface(child.stdout)) {
    const { finding, ...rest } = JSON.parse(line) as { finding?: string } & NonNullable<typeof sum>
    if (finding === undefined) sum = rest
    else console.log(`  ${finding}`)
  }
  const code = await ended
  if (code !== 0 || !sum) throw new Error(`expected the asking to come to its end, it ended with ${code}`)
  return [
    {
      name: `${sum.asked} requests to every call, ${sum.calls} schemas of answers: not as /openapi.json says`,
      value: sum.found,
      unit: 'kinds',
      budget: { text: '0', isMet: sum.found === 0 },
    },
  ]
}
