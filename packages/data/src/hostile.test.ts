import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '@octet/ipdb/open.ts'
import { readManifest } from './manifest.ts'
import { makeFolder } from './testing/folder.ts'
import type { UpdateReport } from './update.ts'

const CHILD = join(import.meta.dirname, 'testing/update-child.ts')
const OPTIONS = { lang: 'en', now: new Date(0) } as const

async function makeWorld() {
  const folder = await makeFolder()
  const [varFolder, mirror] = [join(folder.path, 'var'), join(folder.path, 'mirror')]
  const path = join(mirror, 'lists.example', 'vpn.txt')
  await mkdir(join(mirror, 'lists.example'), { recursive: true })
  const put = (text: string | Buffer) => writeFile(path, text)
  return { varFolder, mirror, put, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}
type World = Awaited<ReturnType<typeof makeWorld>>

/** Runs the update to its end, or kills it at the n-th step; gives the steps and the report. */
function update({ varFolder, mirror }: World, killAt = Infinity): Promise<{ steps: string[]; report: UpdateReport | undefined }> {
  const child = fork(CHILD, [JSON.stringify({ varFolder, mirror })], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const steps: string[] = []
  let report: UpdateReport | undefined
  child.on('message', (word: string) => {
    if (word.startsWith('report ')) report = JSON.parse(word.slice(7)) as UpdateReport
    else if (steps.push(word) === killAt) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('exit', () => resolve({ steps, report })))
}

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `1.${(from + at) >>> 8}.${(from + at) & 255}.0/25\n`).join('')

async function isVpn({ varFolder }: World, address: string): Promise<boolean | null> {
  await using db = await openDatabase(varFolder)
  return db.lookup(address, OPTIONS).proxy_data.is_vpn
}

test('killed at any step, what is published is whole, and the next update finishes', async () => {
  await using world = await makeWorld()
  await world.put(rows(20))
  const { steps, report } = await update(world)
  assert.ok(report?.build)
  // The first and the last step, and two between.
  const moments = [...new Set(Array.from({ length: 4 }, (_, at) => 1 + Math.round((at * (steps.length - 1)) / 3)))]
  for (const [at, moment] of moments.entries()) {
    await world.put(rows(20, 20 * (at + 1)))
    await update(world, moment)
    assert.equal(typeof (await isVpn(world, '1.0.0.1')), 'boolean', `after step ${moment}`)
    const again = await update(world)
    assert.equal(again.report?.buildError, null, `after step ${moment}`)
    assert.equal(await isVpn(world, `1.0.${20 * (at + 1)}.1`), true, `after step ${moment}`)
  }
  const left = await readdir(join(world.varFolder, 'sources'))
  assert.deepEqual(
    left.filter((name) => /\.(new|old)$/.test(name)),
    [],
  )
})

for (const [what, content, reason] of [
  ['binary noise', Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 131 + 7) & 255)), /cannot be read|expected/],
  ['cut in the middle of a line', `${rows(40)}1.0.7`, /cannot be read|expected/],
] as const)
  test(`a list that is ${what} is refused by name, and the last good one stays`, async () => {
    await using world = await makeWorld()
    await world.put(rows(20))
    const good = await update(world)
    await world.put(content)
    const { report } = await update(world)
    assert.equal(report?.sources[0]?.outcome, 'refused', JSON.stringify(report))
    assert.match(report?.sources[0]?.reason ?? '', reason)
    assert.equal((await readManifest(world.varFolder))?.build, good.report?.build)
    assert.equal(await isVpn(world, '1.0.5.1'), true)
  })

test('ranges that overlap, come twice or in any order mean what they say together', async () => {
  await using world = await makeWorld()
  await world.put('1.0.9.0/24\n1.0.4.0/22\n1.0.5.0/24\n1.0.5.0/24\n1.0.0.0/25\n1.0.5.7\n')
  assert.ok((await update(world)).report?.build)
  for (const [address, expected] of [
    ['1.0.0.127', true],
    ['1.0.0.128', false],
    ['1.0.5.7', true],
    ['1.0.7.255', true],
    ['1.0.8.0', false],
    ['1.0.9.1', true],
  ] as const)
    assert.equal(await isVpn(world, address), expected, address)
})

test('when the disk is full nothing is published, and what was served stays', async () => {
  await using world = await makeWorld()
  await world.put(rows(20))
  const good = await update(world)
  await world.put(rows(20, 20))
  // A limit on the size of files stands for the disk: the write fails in the middle (setrlimit(2), RLIMIT_FSIZE).
  const { varFolder, mirror } = world
  const limited = spawn(
    'bash',
    ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, CHILD, JSON.stringify({ varFolder, mirror })],
    { stdio: 'ignore' },
  )
  await new Promise((resolve) => limited.once('exit', resolve))
  assert.equal((await readManifest(varFolder))?.build, good.report?.build)
  assert.equal(await isVpn(world, '1.0.5.1'), true)
  const again = await update(world)
  assert.equal(again.report?.buildError, null)
  assert.equal(await isVpn(world, '1.0.25.1'), true)
  assert.deepEqual(
    (await readdir(join(varFolder, 'data'))).filter((name) => name.endsWith('.new')),
    [],
  )
})
