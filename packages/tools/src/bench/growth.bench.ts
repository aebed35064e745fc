import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BenchRow } from '@octet/core/bench.ts'
import { loadTools } from '../registry.ts'
import { findTextCases, type TextCase } from './cases.ts'
import type { GrowthAnswer, GrowthJob } from './growth-thread.ts'
import { isSteep, WORTH_MS, type Timed } from './steep.ts'
import { SHAPES } from './shapes.ts'

/** Characters of usual text; shorter where a field takes less, in the same ratio. */
const SIZES = [62_500, 250_000, 1_000_000] as const
/** Characters of every other text: growth shows in these, too, and there are thousands of them. */
const SMALL_SIZES = [8_000, 32_000, 128_000] as const
/** Examples of a tool that each of the other texts is tried on, another set for each. */
const EXAMPLES_PER_TEXT = 4
const LONGEST = SIZES.at(-1)!
/** CPU milliseconds of one run. */
const RUN_LIMIT_MS = 3_000
/** Milliseconds for all texts, the usual ones first. */
const LIMIT_MS = 11 * 60_000
/** Threads for the other texts, of which only the growth counts; each is measured by its own CPU time. */
const OTHERS_THREADS = Math.min(4, availableParallelism())
/** A case that takes so long for a few characters does other work than reading, such as deriving a key. */
const OTHER_WORK_MS = 30
/** CPU milliseconds that 1 MB of usual text may take. */
const BUDGET_MS = 200

/** The shape that examples have. */
const USUAL = 0

type Run = { readonly name: string; readonly runs: readonly Timed[]; readonly isUsual: boolean }

/**
 * Measures how the time of each tool grows with its text, on texts as its examples have them and on ones that ask more
 * of a reader, and the CPU time of 1 MB of usual text. Tools that need the network or the database are left out. What a
 * time limit leaves unmeasured is counted; `GROWTH_TOOLS=sql,yaml` measures some tools only, with all their choices.
 */
export async function run(): Promise<BenchRow[]> {
  const only = process.env['GROWTH_TOOLS']?.split(',')
  const tools = (await loadTools()).filter(({ id, needs = [] }) => needs.length === 0 && (only?.includes(id) ?? true))
  const byTool = tools.map((tool) => findTextCases(tool).map((textCase, at) => ({ textCase, at })))
  const examples = byTool.map((cases) => cases.filter(({ textCase }) => textCase.isExample))
  const usual = (only ? byTool : examples).flat().map((each) => ({ ...each, shape: USUAL }))
  const others = [...SHAPES.keys()]
    .filter((shape) => shape !== USUAL)
    .flatMap((shape) => examples.flatMap((cases) => takeTurn(cases, shape)).map((each) => ({ ...each, shape })))
  const deadline = performance.now() + LIMIT_MS
  const measuredUsual = await measureAll(usual, { deadline, threads: 1 })
  return toRows(measuredUsual, await measureAll(others, { deadline, threads: OTHERS_THREADS }))
}

/** Some of many, others for each turn, so that all have had theirs after some. */
function takeTurn<T>(all: readonly T[], turn: number): T[] {
  const step = Math.ceil(all.length / EXAMPLES_PER_TEXT)
  return all.filter((_, index) => (index + turn) % step === 0)
}

type Measured = { readonly runs: readonly Run[]; readonly left: number }
type Task = { readonly textCase: TextCase; readonly at: number; readonly shape: number }

async function measureAll(
  tasks: readonly Task[],
  { deadline, threads }: { readonly deadline: number; readonly threads: number },
): Promise<Measured> {
  const runs: Run[] = []
  let left = 0
  const queue = tasks.values()
  const work = async () => {
    await using bench = new Bench()
    for (const task of queue)
      if (performance.now() > deadline) left++
      else runs.push(...(await measureTask(bench, task)))
  }
  await Promise.all(Array.from({ length: threads }, work))
  return { runs, left }
}

async function measureTask(bench: Bench, { textCase, at, shape }: Task): Promise<Run[]> {
  if (await bench.doesOtherWork(textCase, at)) return []
  const name = `${textCase.tool} ${textCase.name}: ${SHAPES[shape]!.name}`
  return [{ name, runs: await bench.measure(textCase, at, shape), isUsual: shape === USUAL }]
}

function toRows(usual: Measured, others: Measured): BenchRow[] {
  const all = [...usual.runs, ...others.runs]
  const steep = all.filter(({ runs }) => isSteep(runs))
  const slow = all.filter(({ isUsual, runs }) => isUsual && runs.length === SIZES.length && runs.at(-1)!.ms > BUDGET_MS)
  const toRow = ({ name, runs }: Run, budget: string): BenchRow => ({
    name,
    value: Math.min(runs.at(-1)!.ms, RUN_LIMIT_MS),
    unit: 'ms',
    budget: { text: budget, isMet: false },
  })
  const toTimes = ({ runs }: Run) => runs.map(({ ms }) => Math.round(ms)).join(', ')
  return [
    { name: 'usual texts measured', value: usual.runs.length, unit: 'texts' },
    { name: 'usual texts left for lack of time', value: usual.left, unit: 'texts' },
    { name: 'other texts measured', value: others.runs.length, unit: 'texts' },
    { name: 'other texts left for lack of time', value: others.left, unit: 'texts' },
    {
      name: 'texts whose time grows faster than n log n',
      value: steep.length,
      unit: 'texts',
      budget: { text: '0', isMet: steep.length === 0 },
    },
    ...steep.map((each) => toRow(each, `≤ 7 × a quarter of it (${toTimes(each)})`)),
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
    const does = (await this.#run(job)).ms > OTHER_WORK_MS
    this.#otherWork.set(textCase, does)
    return does
  }

  /** Times for the sizes, as far as they are worth it; a run above the limit is the last one. */
  async measure({ tool, maxLength }: TextCase, at: number, shape: number): Promise<Timed[]> {
    const runs: Timed[] = []
    const sizes = shape === USUAL ? SIZES : SMALL_SIZES
    for (const size of sizes) {
      const job = { tool, at, shape, size: Math.floor(size * Math.min(1, maxLength / LONGEST)) }
      let run = await this.#run(job)
      // Again, since a run may hold a collection of garbage or come before its code is compiled.
      for (let more = 0; more < 2 && Number.isFinite(run.ms) && isSteep([...runs, run]); more++) {
        const other = await this.#run(job)
        if (other.ms < run.ms) run = other
      }
      runs.push(run)
      // Even what grows with the square stays below what counts.
      if (run.ms === Infinity || run.ms * (sizes.at(-1)! / size) ** 2 < WORTH_MS) break
    }
    return runs
  }

  /** CPU milliseconds; Infinity for a run that took too long or too much memory. */
  async #run(job: GrowthJob): Promise<Timed> {
    const thread = (this.#thread ??= await startThread())
    const { promise, resolve } = Promise.withResolvers<Timed>()
    const give = (answer: GrowthAnswer) => resolve(answer)
    const fail = () => resolve({ ms: Infinity })
    thread.once('message', give).once('error', fail)
    const before = await thread.cpuUsage()
    const watch = setInterval(() => {
      // A thread that has ended meanwhile has said why.
      void thread.cpuUsage(before).then(({ user, system }) => (user + system) / 1000 > RUN_LIMIT_MS && fail(), fail)
    }, 1000)
    thread.postMessage(job)
    const run = await promise
    clearInterval(watch)
    thread.off('message', give).off('error', fail)
    if (run.ms === Infinity) await this[Symbol.asyncDispose]()
    return run
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
