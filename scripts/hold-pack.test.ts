import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clearLeftovers, dropOldPacks, holdPack } from './hold-pack.ts'

/** A folder with packed servers of these names. */
async function makePacks(...names: string[]) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'octet-packs-'))
  const paths = names.map((name) => join(folder.path, name))
  for (const path of paths) {
    await mkdir(path)
    await writeFile(join(path, 'start.js'), '')
  }
  return { path: folder.path, paths, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** A process that holds a packed server. */
async function startHolder(path: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'hold-pack.ts'))
  const script = `import { holdPack } from ${module}; console.log(holdPack(${JSON.stringify(path)})); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  assert.equal(String(said).trim(), 'true')
  return child
}

test(
  'what a running server was packed into stays through any number of builds, until it ends, be it killed',
  { skip: process.platform !== 'linux' && 'other systems do not say who has a folder open' },
  async () => {
    await using packs = await makePacks('a', 'b')
    const [held, free] = packs.paths as [string, string]
    const child = await startHolder(held)
    try {
      for (let builds = 0; builds < 2; builds++) await dropOldPacks(builds === 0 ? [held, free] : [held])
      assert.deepEqual(await readdir(packs.path), ['a'])
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await dropOldPacks([held])
    assert.deepEqual(await readdir(packs.path), [])
  },
)

test('one that is about to go, or has gone, is not begun with', async () => {
  await using packs = await makePacks('a')
  const [path = ''] = packs.paths
  await writeFile(`${path}.doomed`, '')
  assert.equal(holdPack(path), false)
  assert.equal(holdPack(join(packs.path, 'none')), false)
})

test('what was left behind by one that was killed goes at the next build', async () => {
  await using packs = await makePacks('a', 'new-1', 'new-1-b')
  await writeFile(join(packs.path, 'a.doomed'), '')
  await clearLeftovers(packs.path)
  assert.deepEqual(await readdir(packs.path), ['a'])
})
