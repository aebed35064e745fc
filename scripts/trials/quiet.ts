import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Half of the machine is free: what is timed next is not held up by what else runs. */
const LEAST_IDLE = 0.5
const LOOK_MS = 500

/** Waits until the machine is quiet, at most `TRIAL_QUIET_S` (20) seconds. */
export async function waitForQuiet(): Promise<void> {
  const until = performance.now() + 1_000 * Number(process.env['TRIAL_QUIET_S'] ?? 20)
  while (performance.now() < until && (await readIdle()) < LEAST_IDLE);
}

/** The share of processor time that nobody used, over half a second. */
async function readIdle(): Promise<number> {
  const before = readTimes()
  await sleep(LOOK_MS)
  const after = readTimes()
  return (after.idle - before.idle) / Math.max(1, after.all - before.all)
}

function readTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times }) => times)
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) }
}
