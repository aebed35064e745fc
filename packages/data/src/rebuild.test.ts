import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { MANIFEST, PREVIOUS_MANIFEST, type Manifest } from '@octet/ipdb/manifest.ts'
import { lockBuild } from './build-lock.ts'
import { buildDatabase } from './build.ts'
import { readManifest } from './manifest.ts'
import { rebuildOutdated } from './rebuild.ts'
import { RULES } from './rules.ts'
import type { RunningUpdate } from './start-update.ts'
import { makeFolder } from './testing/folder.ts'
import { makeBasis } from './testing/small-sources.ts'
import { readLastUpdate, type LastUpdate } from './update-report.ts'
import { updateSources } from './update.ts'
import zod from 'zod/package.json' with { type: 'json' }

/** A var folder with a small build, whose manifest is then changed. */
async function makeBuild(change: (manifest: Manifest) => Partial<Manifest>) {
  const folder = await makeFolder()
  const manifest = await buildDatabase({ varFolder: folder.path, sources: makeBasis() })
  const write = (name: string, changes: Partial<Manifest>) =>
    writeFile(join(folder.path, 'data', name), JSON.stringify({ ...manifest, ...changes }))
  await write(MANIFEST, change(manifest))
  const marks = async () => (await readdir(join(folder.path, 'data'))).filter((name) => name.endsWith('.tried'))
  return { varFolder: folder.path, manifest, write, marks, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** A process that ends as told, at once unless it waits for something. */
function endAs(
  error: string | null,
  signalCode: NodeJS.Signals | null = null,
  before: Promise<unknown> = Promise.resolve(),
): () => RunningUpdate {
  const report: LastUpdate = { startedAt: '', endedAt: '', sources: [], build: null, error }
  return () => ({ child: { signalCode } as RunningUpdate['child'], ended: before.then(() => report) })
}

const old = () => ({ rules: undefined })

for (const [what, rules, isBegun] of [
  ['of before rules were counted', undefined, true],
  ['of older rules', RULES - 1, true],
  ['of these rules', RULES, false],
  ['of newer rules', RULES + 1, false],
] as const)
  test(`data ${what} are ${isBegun ? 'built anew' : 'left as they are'}`, async () => {
    await using it = await makeBuild(() => ({ rules }))
    assert.equal((await rebuildOutdated(it, endAs(null))) !== undefined, isBegun)
  })

for (const [what, version, isBegun] of [
  ['an older package', '2.2.2026010100', true],
  ['a package of before versions were noted', undefined, false],
  ['a newer package', '999.0.0', false],
] as const)
  test(`data of ${what} are ${isBegun ? 'built anew' : 'left as they are'}`, async () => {
    await using it = await makeBuild(({ sources }) => ({ sources: [{ ...sources[0]!, id: 'asn', version }] }))
    assert.equal((await rebuildOutdated(it, endAs('no room'))) !== undefined, isBegun)
    if (!isBegun) return
    assert.equal(await rebuildOutdated(it, endAs(null)), undefined, 'what failed is not tried again')
    await buildDatabase({ varFolder: it.varFolder, sources: makeBasis() })
    assert.deepEqual(await it.marks(), [])
  })

test('nothing is begun where nothing has been built', async () => {
  await using folder = await makeFolder()
  assert.equal(await rebuildOutdated({ varFolder: folder.path }, endAs(null)), undefined)
})

test('a build that was taken back by hand stays, one that an older program made since does not', async () => {
  await using it = await makeBuild(old)
  await it.write(PREVIOUS_MANIFEST, { build: '29991231T235959Z' })
  assert.equal(await rebuildOutdated(it, endAs(null)), undefined)
  await it.write(PREVIOUS_MANIFEST, { build: '20000101T000000Z' })
  assert.ok(await rebuildOutdated(it, endAs(null)))
})

test('data whose sources are not at hand came from elsewhere, and stay', async () => {
  await using it = await makeBuild(({ sources }) => ({ ...old(), sources: [{ ...sources[0]!, id: 'x4bnet-vpn' }] }))
  assert.equal(await rebuildOutdated(it, endAs(null)), undefined)
})

for (const [what, start, isTriedAgain] of [
  ['failed', endAs('no room'), false],
  ['was killed for its memory', endAs('ended by SIGKILL', 'SIGKILL'), false],
  ['was stopped with the server', endAs('ended by SIGTERM', 'SIGTERM'), true],
  ['was stopped at a keyboard', endAs('ended by SIGINT', 'SIGINT'), true],
] as const)
  test(`a build that ${what} is ${isTriedAgain ? 'begun again' : 'not tried again'} at the next start`, async () => {
    await using it = await makeBuild(old)
    await (await rebuildOutdated(it, start))!.ended
    assert.equal((await rebuildOutdated(it, endAs(null))) !== undefined, isTriedAgain)
  })

test('the mark of a build that failed goes with the next one that is published', async () => {
  await using it = await makeBuild(old)
  await (await rebuildOutdated(it, endAs('no room')))!.ended
  assert.deepEqual(await it.marks(), [`rules-${RULES}.tried`])
  await buildDatabase({ varFolder: it.varFolder, sources: makeBasis() })
  assert.deepEqual(await it.marks(), [])
})

test('of several machines one builds, and nothing is left of it', async () => {
  await using it = await makeBuild(old)
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const builds = await Promise.all([1, 2, 3].map(() => rebuildOutdated(it, endAs(null, null, asked))))
  resolve() // a build takes longer than the others need to ask
  const begun = builds.filter((one) => one !== undefined)
  assert.equal(begun.length, 1)
  await begun[0]!.ended
  assert.deepEqual(await it.marks(), [])
})

test('an update builds data of older rules anew though nothing has come, and those of newer rules not', async () => {
  await using it = await makeBuild(old)
  const update = () => updateSources({ varFolder: it.varFolder, sources: makeBasis(), only: [] })
  await new Promise((resolve) => setTimeout(resolve, 1005 - (Date.now() % 1000))) // build ids are made of seconds
  const { build } = await update()
  assert.ok(build)
  assert.deepEqual(await readManifest(it.varFolder).then((manifest) => [manifest?.build, manifest?.rules]), [build, RULES])
  assert.equal((await update()).build, null)
  await it.write(MANIFEST, { rules: RULES + 1 })
  assert.equal((await update()).build, null)
})

test('so it does with data of an older package, whose version a build notes', async () => {
  const basis = makeBasis()
  const sources = basis.map((source, at) =>
    at > 0 ? source : { ...source, origin: { kind: 'npm', package: 'zod', files: ['package.json'] } as const },
  )
  await using folder = await makeFolder()
  const update = async () => (await updateSources({ varFolder: folder.path, sources, only: [] })).build
  assert.ok(await update())
  assert.equal(await update(), null)
  const manifest = (await readManifest(folder.path))!
  const [of, ...others] = manifest.sources
  assert.equal(of?.version, zod.version)
  assert.deepEqual(new Set(others.map(({ version }) => version)), new Set([undefined]))
  const write = (version: string) =>
    writeFile(join(folder.path, 'data', MANIFEST), JSON.stringify({ ...manifest, sources: [{ ...of, version }, ...others] }))
  await write('999.0.0')
  assert.equal(await update(), null)
  await write('4.0.9')
  await new Promise((resolve) => setTimeout(resolve, 1005 - (Date.now() % 1000))) // build ids are made of seconds
  assert.ok(await update())
})

test('it is done in a process of its own, one builder at a time, and is not noted as an update', async () => {
  await using it = await makeBuild(old)
  await using _lock = await lockBuild(join(it.varFolder, 'sources'))
  const { error, sources } = await (await rebuildOutdated(it))!.ended
  assert.match(error ?? '', new RegExp(`process ${process.pid} is already building`))
  assert.deepEqual(sources, [])
  assert.equal(await readLastUpdate(it.varFolder), undefined)
})
