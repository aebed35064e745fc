import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithDescendants } from './end-descendants.ts'
import { endWithNpm } from './end-with-npm.ts'
import { findRealPython } from './find-real-python.ts'
import { describePeers } from './peers.ts'
import { COSTS, printCosts } from './test-costs.ts'
import { groupTestFiles } from './test-groups.ts'

const ROOT = join(import.meta.dirname, '..')
const UNIT = [
  'packages/*/src/**/*.test.ts',
  'apps/{server,cli}/src/**/*.test.ts',
  'apps/web/{app,build,vite}/**/*.test.ts',
  'scripts/**/*.test.ts',
  'deploy/*.test.ts',
]
const BROWSER = ['apps/web/e2e/**/*.test.ts']

/** For one test and for one file: only what hangs takes so long, however slow the machine. */
const LIMIT_MS = 900_000
const SLOWEST_SHOWN = 15
/** Two more than the processors of a small machine: most files wait as long as they work. */
const AT_ONCE = 4
/** The site and the data are built by all processors; tests that stood still meanwhile have failed by the clock. */
const BESIDE_BUILDS = 2
const GROUP = join(ROOT, 'scripts/test-group.ts')
const STEADY = pathToFileURL(join(ROOT, 'scripts/steady-runs.ts')).href
const COSTING = pathToFileURL(join(ROOT, 'scripts/test-costs.ts')).href
/**
 * Of every test process. New objects in 4 MiB in place of 16: to touch memory for the first time takes longer than to collect
 * garbage more often.
 */
const FLAGS = ['--max-semi-space-size=4', ...[STEADY, COSTING].flatMap((path) => ['--import', path])]
/**
 * What takes longest begins first, so that nothing of it is left alone at the end; single files of it have a process of their
 * own. A run prints what took longest.
 */
const LONGEST = [
  'apps/web/e2e/barriers',
  'apps/web/e2e/ip-pages',
  'apps/web/e2e/routes',
  'apps/web/e2e/account',
  'apps/web/e2e/',
  'apps/cli/src/main',
  'apps/server/src/storage/storage',
  'packages/data/src/hostile',
  'packages/data/',
  'packages/tools/src/registry',
  'apps/server/',
]

/**
 * Linux: memory of 2 MiB at a time, where the system gives it to whoever asks (`man 3 mallopt` of glibc 2.35 and later). Every
 * process that looks addresses up touches 180 MB for the first time, 4 KiB at a time that takes longer than all else it does
 * until its first answer.
 */
const HUGE_PAGES = 'glibc.malloc.hugetlb=1'

type Failure = {
  readonly name: string
  readonly file: string | undefined
  readonly line?: number | undefined
  readonly reason: string
}

type Counts = {
  passed: number
  failed: number
  /** How many tests were skipped for each reason. */
  skipped: Map<string, number>
  seconds: Map<string, number>
  failures: string[]
}

/** `npm test [path…]`: everything, or the tests below the given paths. */
async function main(): Promise<void> {
  const options = { 'no-browser': { type: 'boolean' }, costs: { type: 'boolean' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options, strict: false })
  const wanted = (files: string[]) =>
    positionals.length === 0
      ? files
      : files.filter((file) => positionals.some((path) => file.startsWith(path.replace(/^\.\//, ''))))
  const unit = wanted(globSync(UNIT, { cwd: ROOT }).sort())
  const browser = values['no-browser'] ? [] : wanted(globSync(BROWSER, { cwd: ROOT }).sort())
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/octet-tests') // most files load the same modules
  const python = await findRealPython()
  if (python !== undefined) process.env['PATH'] = `${python}${delimiter}${process.env['PATH'] ?? ''}`
  process.env['GLIBC_TUNABLES'] ??= HUGE_PAGES
  const isWhole = browser.length > 0 || unit.some((file) => file.startsWith('apps/server'))
  const counts: Counts = { passed: 0, failed: 0, skipped: new Map(), seconds: new Map(), failures: [] }
  const ending = new AbortController()
  {
    await using stack = new AsyncDisposableStack()
    endWithNpm()
    // What the tests share is put away in its own way.
    endWithDescendants({ before: () => ending.abort(), after: () => stack.disposeAsync() })
    if (values.costs) process.env[COSTS] = join(stack.use(await mkdtempDisposable(join(tmpdir(), 'octet-'))).path, 'costs')
    const prepared = isWhole ? prepare(stack, browser.length > 0) : Promise.resolve()
    await Promise.all([prepared, runFiles(sortByLength([...browser, ...unit]), { counts, prepared, signal: ending.signal })])
    if (values.costs) printCosts()
  }
  if (ending.signal.aborted) return new Promise(() => {}) // the signal ends it, once all others have ended
  printSlowest(counts.seconds)
  for (const line of await describePeers()) console.log(line)
  const skipped = [...counts.skipped.values()].reduce((sum, count) => sum + count, 0)
  for (const [reason, count] of counts.skipped) console.log(`Skipped ${count}: ${reason}`)
  // Again at the end, where whoever looks at the last lines sees them.
  for (const failure of counts.failures) console.log(failure)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${skipped} skipped`)
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
}

/**
 * How many files may share a process. Browser tests are long, so few of them. Those of the server leave some 40 MB each of
 * what it had in memory.
 */
function countTogether(file: string): number {
  if (LONGEST.some((start) => !start.endsWith('/') && file.startsWith(start))) return 1
  if (file.startsWith('apps/web/e2e/')) return 3
  return file.startsWith('apps/server/') ? 20 : 30
}

const needsNothing = (file: string): boolean => /^packages\/(client|core|probe|tools)\//.test(file)

function sortByLength(files: readonly string[]): string[] {
  const rank = (file: string) => LONGEST.findIndex((start) => file.startsWith(start)) + 1 || LONGEST.length + 1
  return files.toSorted((a, b) => rank(a) - rank(b))
}

/** Tests of the whole product use the site and the data as they are served, and one database server. */
async function prepare(stack: AsyncDisposableStack, hasBrowser: boolean): Promise<void> {
  const { prepareData } = await import('./prepare-data.ts')
  const { prepareWeb } = await import('./prepare-web.ts')
  const storing = shareDatabaseServer().then((storage) => storage && stack.use(storage))
  await Promise.all([prepareWeb(), prepareData(join(ROOT, 'var')), storing])
  if (hasBrowser) await packServer()
  const { findChromium } = await import('../apps/web/e2e/browser.ts')
  await findChromium() // unpacks it once, not in two tests at the same time
}

/** Servers that tests in a browser start are ready sooner for it. */
async function packServer(): Promise<void> {
  const { findProgram } = await import('./packed-server.ts')
  const { prepareServer } = await import('./prepare-server.ts')
  await prepareServer(findProgram())
}

/** One database server for all test files, ended with the run. Without it each file starts its own. */
async function shareDatabaseServer(): Promise<AsyncDisposable | undefined> {
  const { shareStorage } = await import('../apps/server/src/testing/start-storage.ts')
  const shared = await shareStorage().catch((error: unknown) => {
    console.log(`No shared database server: ${String(error)}`)
    return undefined
  })
  return shared
}

type Runs = { readonly counts: Counts; readonly prepared: Promise<void>; readonly signal: AbortSignal }

/**
 * Runs test files, some of them in one process; prints what failed, what the tests say themselves, and how far it is. What
 * needs nothing is run while the rest is prepared.
 */
async function runFiles(files: string[], { counts, prepared, signal }: Runs): Promise<void> {
  if (files.length === 0) return
  console.log(`${files.length} test files …`)
  const waiting = new Set(files)
  const ticker = setInterval(
    () => console.log(`  ${counts.passed} passed, ${counts.failed} failed, ${waiting.size} files to go`),
    15_000,
  )
  const groups = groupTestFiles(files, { atMost: countTogether, read: (file) => readFileSync(join(ROOT, file), 'utf8') })
  let isPrepared = false
  const whenPrepared = prepared.then(() => (isPrepared = true))
  /** One place takes from the end, where those are that calculate: those at the beginning wait for browsers. */
  const take = (place: number): string[] | undefined => {
    if (signal.aborted) return undefined
    if (isPrepared) return place === 0 ? groups.pop() : groups.shift()
    if (place >= BESIDE_BUILDS) return undefined
    const at = groups.findIndex((group) => group.every(needsNothing))
    return at === -1 ? undefined : groups.splice(at, 1)[0]
  }
  const runNext = async (_: unknown, place: number): Promise<void> => {
    for (;;) {
      const group = take(place)
      if (group) await runGroup(group, { counts, waiting, signal })
      else if (isPrepared || signal.aborted) return
      else await whenPrepared
    }
  }
  await Promise.all([whenPrepared, ...Array.from({ length: AT_ONCE }, runNext)])
  clearInterval(ticker)
}

type GroupRun = Pick<Runs, 'counts' | 'signal'> & { readonly waiting: Set<string> }

/** Runs test files in one process, each in a suite of its name where they are several. */
async function runGroup(group: readonly string[], { counts, waiting, signal }: GroupRun): Promise<void> {
  const paths = group.map((file) => join(ROOT, file))
  const [first = GROUP] = paths
  const which = group.length === 1 ? { files: [first] } : { files: [GROUP], argv: paths }
  const stream = run({ ...which, signal, timeout: LIMIT_MS, execArgv: FLAGS })
  const failed = ({ name, file, line, reason }: Failure) => {
    if (signal.aborted) return // nobody waits for what was cut off
    counts.failed++
    const failure = `✖ ${name}\n  ${file ?? ''}:${line ?? ''}\n${toIndented(reason)}`
    counts.failures.push(failure)
    console.log(failure)
  }
  stream.on('test:pass', ({ skip, todo, details }) => {
    if (details.type === 'suite') return
    if (skip !== undefined && skip !== false) {
      const reason = String(skip)
      counts.skipped.set(reason, (counts.skipped.get(reason) ?? 0) + 1)
    } else if (todo === undefined || todo === false) counts.passed++
  })
  stream.on('test:fail', ({ name, file, line, details }) => {
    const { cause, message } = details.error
    if (details.type === 'suite' && 'failureType' in details.error && details.error.failureType === 'subtestsFailed') return
    failed({ name, file, line, reason: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? message) })
  })
  stream.on('test:stdout', ({ message }) => process.stdout.write(message))
  stream.on('test:stderr', ({ message }) => process.stderr.write(message))
  let inSuite = 0
  stream.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 1) inSuite++
    const file = relative(ROOT, name)
    if (nesting > 0 || !waiting.has(file)) return
    if (group.length > 1 && inSuite === 0) return // told below: a suite without tests has lost them to another one
    inSuite = 0
    waiting.delete(file)
    counts.seconds.set(file, details.duration_ms / 1000)
  })
  for await (const _event of stream);
  for (const file of group)
    if (waiting.delete(file))
      failed({ name: file, file: join(ROOT, file), reason: 'none of its tests ran, or the process ended before they did' })
}

/** The files that took longest, with their seconds: where to look when the whole takes too long. */
function printSlowest(seconds: Map<string, number>): void {
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN)
  console.log('Slowest files (s):')
  for (const [file, took] of slowest) console.log(`${took.toFixed(1).padStart(7)}  ${file}`)
}

function toIndented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}

await main()
