import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findFiles } from '../../find-sources.ts'
import source, { toOverridesFile } from './source.ts'

test('the list of the operator is read where it is, and is no source while it is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-overrides-'))
  const path = toOverridesFile(folder)
  assert.equal(await findFiles(source, folder), undefined)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '# by hand\n8.8.8.0/24,DE,DE-BE,Berlin,\n2001:db8:1::/48,FR,,,\n')
  assert.deepEqual(await findFiles(source, folder), [path])
  const said: string[] = []
  for await (const stream of source.parse([path])) {
    const into = new Uint32Array(4)
    while (stream.next(into, 0)) if (stream.value !== 0) said.push(JSON.stringify(stream.describe(stream.value)))
  }
  assert.equal(said.length, 2)
  assert.match(said[0]!, /"country":"DE".*"city":"Berlin"/)
  await rm(folder, { recursive: true })
})
