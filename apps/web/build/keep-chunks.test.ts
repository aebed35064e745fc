import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepChunks } from './keep-chunks.ts'

test('chunks of the last build stay for a server that still runs on it, older ones go', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-chunks-'))
  try {
    await mkdir(join(folder, 'assets'))
    const build = async (names: readonly string[]) => {
      for (const name of names) await writeFile(join(folder, name), '')
      await keepChunks(folder, names)
      return (await readdir(join(folder, 'assets'))).sort()
    }
    assert.deepEqual(await build(['assets/a-1.js', 'assets/same.js']), ['a-1.js', 'same.js'])
    assert.deepEqual(await build(['assets/a-2.js', 'assets/same.js']), ['a-1.js', 'a-2.js', 'same.js'])
    assert.deepEqual(await build(['assets/a-3.js', 'assets/b-1.js']), ['a-2.js', 'a-3.js', 'b-1.js', 'same.js'])
    assert.deepEqual(await build(['assets/a-3.js']), ['a-3.js', 'b-1.js'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
