import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What an earlier check has found, by the content of files, lies here: only what has changed is looked at again. */
const CACHE = 'node_modules/.cache/octet-check'
const typesOf = (project: string, name: string) => [
  'tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `${CACHE}/${name}`,
]

/** What `npm run check` runs; each line is a program of node_modules/.bin or a script. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  'types (packages, server, cli, scripts)': typesOf('.', 'all.tsbuildinfo'),
  'types (web)': typesOf('apps/web', 'web.tsbuildinfo'),
  lint: ['oxlint', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  imports: ['node', 'scripts/check-imports.ts'],
  unused: ['knip', '--no-progress', '--cache', '--cache-location', `${CACHE}/knip`],
}

type Outcome = { name: string; isGood: boolean; output: string; seconds: number }

/** Runs a few at a time; prints only what is wrong. */
async function main(): Promise<void> {
  const started = performance.now()
  const waiting = Object.entries(CHECKS)
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await runCheck(next[0], next[1])
      outcomes.push(outcome)
      console.log(`${outcome.isGood ? '✔' : '✖'} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`)
      if (!outcome.isGood) console.log(outcome.output)
    }
  }
  await Promise.all([work(), work()])
  console.log(
    `check: ${outcomes.filter(({ isGood }) => isGood).length} of ${outcomes.length} good in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1
}

function runCheck(name: string, [program = '', ...args]: readonly string[]): Promise<Outcome> {
  const started = performance.now()
  return new Promise((resolve) => {
    const path = program === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', program)
    const child = spawn(path, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    const end = (isGood: boolean) => resolve({ name, isGood, output, seconds: (performance.now() - started) / 1000 })
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('exit', (code) => end(code === 0))
  })
}

await main()
