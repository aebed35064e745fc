import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findRealPython } from './find-real-python.ts'

const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
const python = asked.stdout?.trim()

/** What is found where `python3` is the first of a folder in PATH. */
async function findIn(folder: string): Promise<string | undefined> {
  const { PATH } = process.env
  process.env['PATH'] = folder
  try {
    return await findRealPython()
  } finally {
    process.env['PATH'] = PATH
  }
}

test('Python is found behind a script in its place', { skip: !python && 'python3 is not installed' }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-'))
  await writeFile(join(folder.path, 'python3'), `#!/bin/sh\nexec ${python} "$@"\n`, { mode: 0o755 })
  const found = await findIn(folder.path)
  assert.equal(found, dirname(python!))
  assert.equal(execFileSync(join(found, 'python3'), ['-c', 'print(7)']).toString(), '7\n')
})

test('Python itself needs no other', { skip: !python && 'python3 is not installed' }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-'))
  await symlink(python!, join(folder.path, 'python3'))
  assert.equal(await findIn(folder.path), undefined)
})

test('a script that fails is left where it is', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-'))
  await writeFile(join(folder.path, 'python3'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  assert.equal(await findIn(folder.path), undefined)
})
