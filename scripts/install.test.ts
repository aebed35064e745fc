import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'

/** Empties what is there, as `npm ci` does before it fetches; may be told to fail then, and to be broken off. */
const NPM = `#!/bin/sh
echo "npm $1"
cd "$(dirname "$0")/.."
rm -rf node_modules/* node_modules/.octet-installed apps/server/node_modules/*
mkdir -p node_modules/new apps/server/node_modules/new
case "$OUTCOME" in
  fails) exit 7 ;;
  killed) kill -9 $PPID ;;
esac
`

/** A folder with a lock and an `npm` that only says that it was called. */
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-install-'))
  await mkdir(join(folder, 'scripts'))
  await copyFile(join(import.meta.dirname, 'install.mjs'), join(folder, 'scripts/install.mjs'))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/npm'), NPM)
  await chmod(join(folder, 'bin/npm'), 0o755)
})
after(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  for (const name of ['node_modules', 'node_modules.before', 'apps'])
    await rm(join(folder, name), { recursive: true, force: true })
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

/** Packages of an older lock, for the root and for a workspace; the lock is another by now. */
async function bringOlder(): Promise<void> {
  await runIn('postinstall')
  for (const place of PLACES) await mkdir(join(folder, place, 'old'), { recursive: true })
  await writeFile(join(folder, 'package-lock.json'), '{ }')
}

const PLACES = ['node_modules', 'apps/server/node_modules']
const listPackages = () => Promise.all(PLACES.map(async (place) => (await readdir(join(folder, place))).sort()))
const OLDER = [['.octet-installed', 'old'], ['old']]

test('without the registry the packages from before stay, and their version starts with them', async () => {
  await bringOlder()
  await assert.rejects(runIn('prestart', { OUTCOME: 'fails' }), {
    code: 7,
    stderr: /^npm ci failed\.[^\n]+\nThe packages from before are back: /,
  })
  assert.deepEqual(await listPackages(), OLDER)
  assert.deepEqual((await readdir(folder)).sort(), ['apps', 'bin', 'node_modules', 'package-lock.json', 'scripts'])
  await writeFile(join(folder, 'package-lock.json'), '{}')
  assert.equal(await runIn('prestart'), '')
})

test('a first installation that fails says nothing of packages from before', async () => {
  await assert.rejects(runIn('prestart', { OUTCOME: 'fails' }), { stderr: /^npm ci failed\.[^\n]+\n$/ })
})

test('what an installation that was broken off had put aside is there again', async () => {
  await bringOlder()
  await assert.rejects(runIn('prestart', { OUTCOME: 'killed' }))
  await writeFile(join(folder, 'package-lock.json'), '{}')
  assert.equal(await runIn('prestart'), '')
  assert.deepEqual(await listPackages(), OLDER)
})

test('of the packages from before nothing is left, be it broken off while they go', async () => {
  await bringOlder()
  await runIn('prestart')
  const newer = [['.octet-installed', 'new'], ['new']]
  assert.deepEqual(await listPackages(), newer)
  await mkdir(join(folder, 'node_modules.before/rest'), { recursive: true })
  assert.equal(await runIn('prestart'), '')
  assert.deepEqual(await listPackages(), newer)
  assert.deepEqual((await readdir(folder)).sort(), ['apps', 'bin', 'node_modules', 'package-lock.json', 'scripts'])
})
