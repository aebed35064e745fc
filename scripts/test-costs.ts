import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Where test processes write what they used; set by `npm test -- --costs`. */
export const COSTS = 'OCTET_TEST_COSTS'
/** Seconds of a processor: of the process itself, and of those it started and has seen end; not those of a browser's pages. */
type Cost = { readonly file: string; readonly own: number; readonly children: number }

/** Of `/proc/self/stat`, whatever the kernel itself counts in. */
const TICKS_PER_SECOND = 100

const SHOWN = 30
const ROOT = join(import.meta.dirname, '..')

/** A process of one file loads it for itself; of several, before the first begins. */
let file = process.argv[2] ? `loading ${process.argv[2]} …` : (process.argv[1] ?? '')
let begun = { own: 0, children: 0 }

/** What the process uses from here on is for the tests of this file. */
export function beginFile(path: string): void {
  tell()
  file = path
}

function tell(): void {
  const { [COSTS]: log } = process.env
  if (log === undefined) return
  const now = read()
  const cost: Cost = { file, own: now.own - begun.own, children: now.children - begun.children }
  begun = now
  appendFileSync(log, `${JSON.stringify(cost)}\n`)
}

function read(): typeof begun {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1e6, children: readChildren() }
}

/** Nothing where the system has no `/proc`. */
function readChildren(): number {
  try {
    const [user = 0, system = 0] = readFileSync('/proc/self/stat', 'utf8')
      .split(') ')
      .at(-1)!
      .split(' ')
      .slice(13, 15)
      .map(Number)
    return (user + system) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/** The files that used most, and all together. */
export function printCosts(): void {
  const costs = readFileSync(process.env[COSTS] ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Cost)
  const rows = costs.map(({ file: path, own, children }) => ({
    file: path.replace(`${ROOT}/`, ''),
    own,
    children,
    sum: own + children,
  }))
  console.log('Processor (s): own, of processes they started')
  for (const { file: name, own, children } of rows.toSorted((a, b) => b.sum - a.sum).slice(0, SHOWN))
    console.log(`${own.toFixed(1).padStart(7)} ${children.toFixed(1).padStart(7)}  ${name}`)
  console.log(`${rows.reduce((all, { sum }) => all + sum, 0).toFixed(0)} s in all`)
}

if (isMainThread && /\.test\.ts$|test-group\.ts$/.test(process.argv[1] ?? '')) process.once('exit', tell)
