import { setTimeout as sleep } from 'node:timers/promises'
import { median, type BenchRow } from '@octet/core/bench.ts'
import { collectGarbage } from '../release-memory.ts'

/** For so long threads of the engine still sweep behind a collection; their time is the process's, too. */
const SWEEP_MS = 100

/** Something to be timed; returns how many units of work it did. */
export type Candidate = { readonly name: string; readonly run: () => number | Promise<number> }

/**
 * CPU nanoseconds per unit for each candidate: the median of rounds in which all take turns, after one round to warm
 * up. Each begins with all garbage collected: what one leaves behind, such as the answers that npm maxmind keeps, would
 * be moved and looked through at the cost of the next. A run may also return its own measurement through `perUnit`.
 */
export async function measure(candidates: readonly Candidate[], rounds = 5): Promise<Map<string, number>> {
  const samples = new Map<string, number[]>(candidates.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++)
    for (const { name, run } of candidates) {
      collectGarbage()
      await sleep(SWEEP_MS)
      const before = process.cpuUsage()
      const units = await run()
      const { user, system } = process.cpuUsage(before)
      // A negative result is a peer's own measurement in nanoseconds per unit.
      if (round >= 0) samples.get(name)!.push(units < 0 ? -units : ((user + system) * 1000) / units)
    }
  return new Map([...samples].map(([name, values]) => [name, median(values)]))
}

/** A result with its ratio against a peer: above 1 we are faster. */
export function toResult(
  name: string,
  unit: string,
  value: number,
  peer?: [name: string, value: number],
  mustBe?: number,
): BenchRow {
  const ratio = peer ? peer[1] / value : undefined
  return {
    name,
    unit,
    value,
    peer: peer && { name: peer[0], value: peer[1], ratio: ratio! },
    budget:
      mustBe === undefined || ratio === undefined
        ? undefined
        : { text: `≥ ${Number(mustBe.toFixed(2))}×`, isMet: ratio >= mustBe },
  }
}

/** Prints results as a table. */
export function print(results: readonly BenchRow[]): void {
  const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
  for (const { name, unit, value, peer, budget } of results) {
    const against = peer ? `${peer.name} ${number(peer.value)}  ${peer.ratio.toFixed(2)}×` : ''
    const asked = budget ? `  ${budget.text} ${budget.isMet ? 'met' : 'NOT met'}` : ''
    console.log(`${name.padEnd(44)}${number(value).padStart(10)} ${unit.padEnd(12)}${against}${asked}`)
  }
}
