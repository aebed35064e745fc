import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { readProductSettings, readUpdateSettings } from './data-settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'octet-'))
after(() => rm(folder, { recursive: true }))

async function write(content: string): Promise<string> {
  const path = join(folder, 'octet.yaml')
  await writeFile(path, content)
  return path
}

test('database files are made here as the server makes them', async () => {
  const path = await write('brand: { name: 百川 }\nplans: []\ndatabases: { compatibleNames: true, keepBuilds: 5 }\n')
  assert.deepEqual(readProductSettings(path), { brand: '百川', hasCompatibleNames: true, keepBuilds: 5 })
  const usual = { brand: 'Octet', hasCompatibleNames: false, keepBuilds: 2 }
  assert.deepEqual(readProductSettings(await write('')), usual)
  assert.deepEqual(readProductSettings(undefined), usual)
})

test('builds are kept here as the server keeps them', async () => {
  const path = await write('updates: { keepBuilds: 7, mirror: /srv/sources }\ndatabases: { keepBuilds: 5 }\n')
  assert.deepEqual(readUpdateSettings(path), { keepBuilds: 7, mirror: '/srv/sources' })
  assert.deepEqual(readUpdateSettings(undefined), { keepBuilds: 2, mirror: undefined })
})

for (const [name, content, words] of [
  ['a name that no page could hold', 'brand: { name: "" }', /^OCTET_CONFIG: brand\.name: expected a name of 1–40 characters/],
  ['a count out of bounds', 'databases: { keepBuilds: 99 }', /^OCTET_CONFIG: databases\.keepBuilds: .*30/],
  ['a file that is no YAML', 'brand: {', /^OCTET_CONFIG: cannot read .*octet\.yaml: /],
  ['a list', '- brand', /^OCTET_CONFIG: expected settings with their names in .*octet\.yaml/],
] as const)
  test(`${name} is refused before a file is made`, async () => {
    const path = await write(content)
    assert.throws(
      () => readProductSettings(path),
      (error) => isAppError(error) && words.test(String(error.details['reason'])),
    )
  })

test('a count of builds out of bounds is refused before a build is made', async () => {
  const path = await write('updates: { keepBuilds: 1 }')
  assert.throws(
    () => readUpdateSettings(path),
    (error) => isAppError(error) && /^OCTET_CONFIG: updates\.keepBuilds: .*2/.test(String(error.details['reason'])),
  )
})
