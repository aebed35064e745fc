import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFiles, findSources } from './find-sources.ts'
import { makeFolder } from './testing/folder.ts'

test('every source says what it is, under which terms and within which bounds', async () => {
  const sources = await findSources()
  assert.ok(sources.length >= 9)
  for (const { id, title, homepage, licence, bounds, isOptional, origin } of sources) {
    assert.ok(title.en && title.zh && licence.attribution.en && licence.attribution.zh, id)
    assert.match(homepage, /^https:/)
    assert.match(licence.url, /^https:/)
    const isOwn = origin.kind === 'url' && origin.local !== undefined // the operator's own list may be empty
    assert.ok((bounds.minRows > 0 || isOwn) && bounds.minRows <= bounds.maxRows, id)
    assert.ok(licence.mayRedistribute || isOptional, `${id} may not be passed on, so it must be optional`)
  }
})

test('a new folder is found without any list being edited', async () => {
  await using folder = await makeFolder()
  await mkdir(join(folder.path, 'mine'))
  await writeFile(join(folder.path, 'mine', 'source.ts'), "export default { id: 'mine', kind: 'flags' }")
  assert.deepEqual(
    (await findSources(folder.path)).map(({ id }) => id),
    ['mine'],
  )
  await writeFile(join(folder.path, 'mine', 'note.txt'), '')
  await mkdir(join(folder.path, 'other'))
  await writeFile(join(folder.path, 'other', 'source.ts'), "export default { id: 'another' }")
  await assert.rejects(findSources(folder.path), /expected the id “other”, got “another”/)
})

test('fetched files come before those of the package, and only when all are there', async () => {
  await using folder = await makeFolder()
  const source = (await findSources()).find(({ id }) => id === 'asn')!
  const packaged = await findFiles(source, folder.path)
  assert.match(packaged![0]!, /node_modules/)
  const own = join(folder.path, 'sources', 'asn')
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'asn-ipv4-num.csv'), '')
  assert.deepEqual(await findFiles(source, folder.path), packaged)
  await writeFile(join(own, 'asn-ipv6.csv'), '')
  assert.deepEqual(await findFiles(source, folder.path), [join(own, 'asn-ipv4-num.csv'), join(own, 'asn-ipv6.csv')])
})
