import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { compressFolder } from './compress.ts'

const folder = await mkdtemp(join(tmpdir(), 'octet-compress-'))
after(() => rm(folder, { recursive: true }))

/** Words in an order that repeats nowhere, of which the highest quality finds more. */
const TEXT = Array.from({ length: 20_000 }, (_, at) => `word${(at * at) % 997}`).join(' ')
const NAMES = ['react-BAsEFOCf.js', 'world-a8b857c9.svg', 'world-names-DZZARZwD.js', 'tool-DZ77KlVS.js', 'page.html'] as const

test('what every page loads is packed the most, a large file of one page in less time, a page in the least', async () => {
  await Promise.all(NAMES.map((name) => writeFile(join(folder, name), TEXT)))
  assert.equal(await compressFolder(folder), 5)
  const sizeOf = async (name: string) => (await stat(join(folder, `${name}.br`))).size
  const [react, world, names, tool, page] = await Promise.all(NAMES.map(sizeOf))
  assert.equal(react, world)
  assert.equal(names, tool)
  assert.ok(react! < tool! && tool! < page!, `expected ever more bytes, got ${react}, ${tool}, ${page}`)
  for (const name of NAMES) assert.equal(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).toString(), TEXT)
})
