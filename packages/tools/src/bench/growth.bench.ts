import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BenchRow } from '@octet/core/bench.ts'
import { loadTools } from '../registry.ts'
import { findTextCases, type TextCase } from './cases.ts'
import type { GrowthAnswer, GrowthJob } from './growth-thread.ts'
import { isSteep, WORTH_MS } from './steep.ts'
import { SHAPES } from './shapes.ts'

/** Characters of usual text; shorter where a field takes less, in the same ratio. */
const SIZES = [125_000, 250_000, 500_000, 1_000_000] as const
/** Characters of every other text: growth shows in these, too, and there are tens of thousands of them. */
const SMALL_SIZES = [31_250, 62_500, 125_000, 250_000] as const
const LONGEST = SIZES.at(-1)!
/** CPU milliseconds of one run. */
const RUN_LIMIT_MS = 10_000
const TOTAL_LIMIT_MS = 10 * 60_000
/** A case that takes so long for a few characters does other work than reading, such as deriving a key. */
const OTHER_WORK_MS = 30
/** CPU milliseconds that 1 MB of usual text may take. */
const BUDGET_MS = 200

const isUsual = (shape: number): boolean => shape === 0

type Run = { readonly name: string; readonly times: readonly number[]; readonly isOrdinary: boolean }

/**
 * Measures how the time of each tool grows with its text, on texts as its examples have them and on ones that ask more
 * of a reader, and the CPU time of 1 MB of usual text. Tools that need the network or the database are left out. After
 * {@link TOTAL_LIMIT_MS} what is left goes unmeasured and is counted; `GROWTH_TOOLS=sql,yaml` measures some tools only.
 */
export async function run(): Promise<BenchRow[]> {
  const only = process.env['GROWTH_TOOLS']?.split(',')
  const tools = (await loadTools()).filter(({ id, needs = [] }) => needs.length === 0 && (only?.includes(id) ?? true))
  const cases = tools.flatMap((tool) => findTextCases(tool).map((textCase, at) => ({ textCase, at })))
  const runs: Run[] = []
  let left = 0
  const deadline = performance.now() + TOTAL_LIMIT_MS
  await using bench = new Bench()
  // All cases of one shape, then the next shape: what is left out is the same for all tools.
  for (const [shape, { name }] of SHAPES.entries())
    for (const { textCase, at } of cases) {
      if (!textCase.isExample && !name.startsWith('ordinary')) continue
      if (performance.now() > deadline) left++
      else if (!(await bench.doesOtherWork(textCase, at)))
        runs.push({
          name: `${textCase.tool} ${textCase.name}: ${name}`,
          times: await bench.measure(textCase, at, shape),
          isOrdinary: isUsual(shape),
        })
    }
  return toRows(runs, left)
}

function toRows(runs: readonly Run[], left: number): BenchRow[] {
  const steep = runs.filter(({ times }) => isSteep(times))
  const slow = runs.filter(({ isOrdinary, times }) => isOrdinary && times.length === SIZES.length && times.at(-1)! > BUDGET_MS)
  const toRow = ({ name, times }: Run, budget: string): BenchRow => ({
    name,
    value: Math.min(times.at(-1)!, RUN_LIMIT_MS),
    unit: 'ms',
    budget: { text: budget, isMet: false },
  })
  return [
    { name: 'texts measured', value: runs.length, unit: 'texts' },
    { name: 'not measured within the time', value: left, unit: 'texts' },
    {
      name: 'texts whose time grows faster than n log n',
      value: steep.length,
      unit: 'texts',
      budget: { text: '0', isMet: steep.length === 0 },
    },
    ...steep.map((each) => toRow(each, `≤ 2.6 × the half of it (${each.times.map(Math.round).join(', ')})`)),
    ...slow.map((each) => toRow(each, `≤ ${BUDGET_MS} ms for 1 MB of usual text`)),
  ]
}

/** A thread that works on one text after the other; one that takes too long is ended with it. */
class Bench {
  #thread: Worker | undefined
  readonly #otherWork = new Map<TextCase, boolean>()

  async doesOtherWork(textCase: TextCase, at: number): Promise<boolean> {
    const known = this.#otherWork.get(textCase)
    if (known !== undefined) return known
    const job = { tool: textCase.tool, at, shape: 0, size: 10 }
    await this.#run(job) // loads what the tool imports
    const does = (await this.#run(job)) > OTHER_WORK_MS
    this.#otherWork.set(textCase, does)
    return does
  }

  /** Times for the sizes, as far as they are worth it; a run above the limit is the last one. */
  async measure({ tool, maxLength }: TextCase, at: number, shape: number): Promise<number[]> {
    const times: number[] = []
    const sizes = isUsual(shape) ? SIZES : SMALL_SIZES
    for (const [index, size] of sizes.entries()) {
      const job = { tool, at, shape, size: Math.floor(size * Math.min(1, maxLength / LONGEST)) }
      let ms = await this.#run(job)
      // Once more, since the first run may hold a collection of garbage or come before its code is compiled.
      if (Number.isFinite(ms) && (index === 0 || isSteep([...times, ms]))) ms = Math.min(ms, await this.#run(job))
      times.push(ms)
      // Even what grows with the square stays below what counts.
      if (ms === Infinity || ms * (sizes.at(-1)! / size) ** 2 < WORTH_MS) break
    }
    return times
  }

  /** CPU milliseconds; Infinity for a run that took too long or too much memory. */
  async #run(job: GrowthJob): Promise<number> {
    const thread = (this.#thread ??= await startThread())
    const { promise, resolve } = Promise.withResolvers<number>()
    const give = ({ ms }: GrowthAnswer) => resolve(ms)
    const fail = () => resolve(Infinity)
    thread.once('message', give).once('error', fail)
    const before = await thread.cpuUsage()
    const watch = setInterval(() => {
      // A thread that has ended meanwhile has said why.
      void thread.cpuUsage(before).then(({ user, system }) => (user + system) / 1000 > RUN_LIMIT_MS && fail(), fail)
    }, 1000)
    thread.postMessage(job)
    const ms = await promise
    clearInterval(watch)
    thread.off('message', give).off('error', fail)
    if (ms === Infinity) await this[Symbol.asyncDispose]()
    return ms
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate()
    this.#thread = undefined
  }
}

async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('growth-thread.ts', import.meta.url))
  await once(thread, 'online')
  return thread
}
