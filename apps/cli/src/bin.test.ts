import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const HOME = join(import.meta.dirname, '..')
const bin = join(HOME, JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')).bin.octet)
const run = promisify(execFile)
/** As a Node is that reads no TypeScript. */
const OLD = ['--no-strip-types']
const env = { ...process.env, LC_ALL: 'C.UTF-8', OCTET_VAR: join(tmpdir(), 'octet-nothing') }

for (const flags of [[], OLD])
  test(`the command of the package runs on a Node that reads ${flags.length > 0 ? 'no ' : ''}TypeScript`, async () => {
    const { stdout } = await run(process.execPath, [...flags, bin, 'tool', 'base64', 'hi'], { env })
    assert.equal(stdout, 'aGk=\n')
    await assert.rejects(run(process.execPath, [...flags, bin, 'nope'], { env }), { code: 2 })
  })

test('a checkout without its packages is told what brings them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-bin-'))
  t.after(() => rm(folder, { recursive: true }))
  const copy = join(folder, 'apps/cli/bin/octet.mjs')
  await mkdir(join(folder, 'apps/cli/bin'), { recursive: true })
  await cp(bin, copy)
  await assert.rejects(run(process.execPath, [...OLD, copy]), { code: 1, stderr: /expected Node 24 or newer.*npm ci/ })
})

test('what strips types is loaded only by the first of two', async () => {
  const tell = `process.on('exit', () => console.error(process.moduleLoadList.some((name) => name.includes('amaro'))))`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, bin, '--version']
  const plain = { ...env, NODE_COMPILE_CACHE: '' }
  await run(process.execPath, args, { env: plain })
  assert.equal((await run(process.execPath, args, { env: plain })).stderr.trim(), 'false')
})

for (const isWritable of [true, false])
  test(`compiled code is kept ${isWritable ? 'in the checkout' : 'in the home of a user who may not write the checkout'}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'octet-code-'))
    t.after(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'apps/cli/bin'), { recursive: true })
    const copy = join(folder, 'apps/cli/bin/keep-code.mjs')
    await cp(join(HOME, 'bin/keep-code.mjs'), copy)
    // Root may write everywhere, but not below a file.
    if (!isWritable) await writeFile(join(folder, 'node_modules'), '')
    const home = join(folder, 'home')
    const tell = ['--import', copy, '-p', `require('node:module').getCompileCacheDir()`]
    const ask = async (more: object) =>
      (await run(process.execPath, tell, { env: { ...env, NODE_COMPILE_CACHE: '', ...more } })).stdout
    const kept = isWritable ? join(folder, 'node_modules/.cache/octet-code') : join(home, 'octet/code')
    assert.ok((await ask({ XDG_CACHE_HOME: home })).startsWith(kept))
    const homeless = await ask({ XDG_CACHE_HOME: undefined, HOME: undefined, USERPROFILE: undefined })
    assert.ok(isWritable ? homeless.startsWith(kept) : homeless === 'undefined\n', homeless)
  })

test('it may be run as it stands', () => assert.ok(statSync(bin).mode & 0o100))
