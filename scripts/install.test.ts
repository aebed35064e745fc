import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'

/** A folder with a lock and an `npm` that only says that it was called. */
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-install-'))
  await mkdir(join(folder, 'scripts'))
  await copyFile(join(import.meta.dirname, 'install.mjs'), join(folder, 'scripts/install.mjs'))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $1"\n')
  await chmod(join(folder, 'bin/npm'), 0o755)
})
after(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true })
  await writeFile(join(folder, 'package-lock.json'), '{}')
})

/** What is printed in a step of npm's. */
async function runIn(event: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'scripts/install.mjs')], {
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, npm_lifecycle_event: event, ...env },
  })
  return stdout
}

test('a clean clone installs, once', async () => {
  assert.match(await runIn('prestart'), /npm ci/)
  assert.equal(await runIn('prestart'), '')
})

test('who has run npm ci does not wait for a second one', async () => {
  assert.equal(await runIn('postinstall'), '')
  assert.equal(await runIn('pretest'), '')
})

test('another lock is installed', async () => {
  await runIn('postinstall')
  await writeFile(join(folder, 'package-lock.json'), '{ }')
  assert.match(await runIn('pretest'), /npm ci/)
})

for (const env of [{ npm_config_omit: 'dev' }, { NODE_ENV: 'production' }])
  test(`${JSON.stringify(env)}: what was left out is installed for the tests`, async () => {
    await runIn('postinstall', env)
    assert.match(await runIn('pretest'), /npm ci/)
  })
