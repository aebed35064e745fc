import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { describePeers } from './peers.ts'

const ROOT = join(import.meta.dirname, '..')
const UNIT = [
  'packages/*/src/**/*.test.ts',
  'apps/{server,cli}/src/**/*.test.ts',
  'apps/web/{app,vite}/**/*.test.ts',
  'scripts/**/*.test.ts',
]
const BROWSER = ['apps/web/e2e/**/*.test.ts']

type Counts = { passed: number; failed: number; skipped: number }

/** `npm test [path…]`: everything, or the tests below the given paths. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: { 'no-browser': { type: 'boolean' } }, strict: false })
  const wanted = (files: string[]) =>
    positionals.length === 0
      ? files
      : files.filter((file) => positionals.some((path) => file.startsWith(path.replace(/^\.\//, ''))))
  const unit = wanted(globSync(UNIT, { cwd: ROOT }).sort())
  const browser = process.argv.includes('--no-browser') ? [] : wanted(globSync(BROWSER, { cwd: ROOT }).sort())
  if (browser.length > 0 || unit.some((file) => file.startsWith('apps/server'))) await prepare()

  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  await runFiles(unit, 2, counts)
  await runFiles(browser, 1, counts)
  for (const line of await describePeers()) console.log(line)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
}

/** Tests of the whole product use the site and the data as they are served. */
async function prepare(): Promise<void> {
  const { prepareData } = await import('./prepare-data.ts')
  const { prepareWeb } = await import('./prepare-web.ts')
  await Promise.all([prepareWeb(), prepareData(join(ROOT, 'var'))])
}

async function runFiles(files: string[], concurrency: number, counts: Counts): Promise<void> {
  if (files.length === 0) return
  const stream = run({ files: files.map((file) => join(ROOT, file)), concurrency, timeout: 300_000 })
  stream.on('test:pass', ({ skip, todo, details }) => {
    if (details.type === 'suite') return
    if (skip !== undefined && skip !== false) counts.skipped++
    else if (todo === undefined || todo === false) counts.passed++
  })
  stream.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') counts.failed++
  })
  const lines = stream.compose(new spec())
  // Only what failed, what was skipped and the summaries are printed; 3,000 ticks hide a cross.
  for await (const chunk of lines)
    for (const line of String(chunk).split('\n')) if (line.trim() && !/^\s*(✔|▶)/.test(stripColour(line))) console.log(line)
}

function stripColour(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colour codes begin with ESC
  return text.replaceAll(/\u001b\[\d+m/g, '')
}

await main()
