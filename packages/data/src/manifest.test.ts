import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readManifest, toDataFolder } from './manifest.ts'

const toText = (build: string) =>
  JSON.stringify({
    format: 1,
    build,
    date: '2026-11-27T00:00:00Z',
    files: [{ name: `octet-${build}.octet`, sizeBytes: 1, sha256: 'a'.repeat(64) }],
    sources: [],
    rows: { v4: 1, v6: 1 },
  })

test('what is published is read again only when one of its files has changed', async () => {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-manifest-'))
  const folder = toDataFolder(varFolder)
  await mkdir(folder)
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, 'new'), text)
    await rename(join(folder, 'new'), join(folder, name))
  }
  try {
    assert.equal(await readManifest(varFolder), undefined)
    await put('manifest.json', toText('1'))
    const first = await readManifest(varFolder)
    assert.equal(first?.build, '1')
    assert.equal(await readManifest(varFolder), first)

    await put('manifest.json', toText('2'))
    assert.equal((await readManifest(varFolder))?.build, '2')
    const scores = { build: '2', date: '2026-11-27T00:00:01Z', truth: { rows: 1, sha256: 'b' }, scores: [] }
    await put('accuracy.json', JSON.stringify(scores))
    assert.deepEqual((await readManifest(varFolder))?.accuracy, scores)

    await put('manifest.json', '{')
    for (let i = 0; i < 2; i++) await assert.rejects(readManifest(varFolder), /is not a manifest of this version/)
    await put('manifest.json', toText('3'))
    assert.equal((await readManifest(varFolder))?.build, '3')
  } finally {
    await rm(varFolder, { recursive: true })
  }
})
