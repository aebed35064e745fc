import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { until } from '../packages/core/src/testing/until.ts'
import { listDescendants } from './end-descendants.ts'

const skip = process.platform === 'win32'
const MODULE = JSON.stringify(new URL('./end-descendants.ts', import.meta.url).href)

/**
 * Starts a program that starts one that does not mind SIGTERM, which starts another like it. The first one does what `body`
 * says with each line it is given. Whatever becomes of the test, none of them is left.
 */
async function startFamily(body: string) {
  const child = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('here')`
  const parent = `
    import { spawn } from 'node:child_process'
    ${child}
    spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`
  const program = `
    import { spawn } from 'node:child_process'
    import { createInterface } from 'node:readline'
    import { endWithDescendants, Family } from ${MODULE}
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(parent)}], { stdio: ['ignore', 1, 2] })
    const lines = createInterface({ input: process.stdin })
    ${body}`
  const first = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(first, 'exit')
  const said: string[] = []
  createInterface({ input: first.stdout }).on('line', (line) => said.push(line))
  await until(() => said.filter((line) => line === 'here').length === 2, 'all are there')
  const family = listDescendants([first.pid!])
  return {
    first,
    exited,
    said,
    family,
    [Symbol.dispose]() {
      for (const pid of listDescendants(family).filter((one) => family.includes(one))) process.kill(pid, 'SIGKILL')
    },
  }
}

test('a program that is ended takes those with it that it and they have started', { skip }, async () => {
  using running = await startFamily(
    `endWithDescendants({ before: () => console.log('before'), after: async () => console.log('after') })`,
  )
  const { first, exited, said, family } = running
  assert.equal(family.length, 3)
  first.kill('SIGTERM')
  assert.deepEqual(await exited, [143, null])
  assert.deepEqual(listDescendants(family), [])
  assert.deepEqual(said.slice(-2), ['before', 'after'])
})

test('who has lost its parent is ended all the same, if it was taken note of before', { skip }, async () => {
  using running = await startFamily(`
    const family = new Family()
    lines.on('line', async (line) => {
      if (line === 'note') family.note()
      else await family.end({ graceMs: 100 })
      console.log(line)
      if (line === 'end') process.exit()
    })`)
  const { first, exited, said, family } = running
  first.stdin.write('note\n')
  await until(() => said.includes('note'), 'it has taken note of them')
  const child = family.find((pid) => pid !== first.pid && listDescendants([pid]).length === 2)
  process.kill(child!, 'SIGKILL')
  await until(() => listDescendants([first.pid!]).length === 1, 'the last one belongs to nobody')
  assert.equal(listDescendants(family).length, 2)
  first.stdin.write('end\n')
  assert.deepEqual(await exited, [0, null])
  assert.deepEqual(listDescendants(family), [])
})

const FILE = 'packages/tools/src/registry.test.ts'

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}

test('SIGTERM to a run of tests leaves none of them running', { skip }, async () => {
  const words = [join(import.meta.dirname, 'test.ts'), FILE]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(run, 'exit')
  run.stdout.resume()
  const tests = await until(() => {
    // Before it, the run may ask a program for its place.
    const found = listDescendants([run.pid!]).filter((pid) => pid !== run.pid && readCommand(pid).includes(FILE))
    return found.length > 0 && found
  }, 'a test file runs')
  run.kill('SIGTERM')
  assert.deepEqual(await exited, [143, null])
  assert.deepEqual(listDescendants(tests), [])
})
