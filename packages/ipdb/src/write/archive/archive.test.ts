import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeTarGz } from './tar-gz.ts'
import { writeZip } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'octet-archive-'))
after(() => rmSync(folder, { recursive: true }))
const MTIME = new Date('2026-11-21T12:00:00Z')

test('tar reads what was written, sizes and dates included', async () => {
  const path = join(folder, 'a.tar.gz')
  writeFileSync(join(folder, 'data'), Buffer.alloc(1_000_003, 'x'))
  await writeTarGz(
    path,
    [
      { name: 'd/data', content: { path: join(folder, 'data') } },
      { name: 'd/README.txt', content: '说明\n' },
    ],
    MTIME,
  )
  const listed = execFileSync('tar', ['--utc', '--full-time', '-tvzf', path]).toString()
  assert.match(listed, /1000003 2026-11-21 12:00:00 d\/data/)
  assert.equal(execFileSync('tar', ['-xzOf', path, 'd/README.txt']).toString(), '说明\n')
  assert.equal(execFileSync('tar', ['-xzOf', path, 'd/data'], { maxBuffer: 2 << 20 }).length, 1_000_003)
})

test('python reads the ZIP and finds no fault', async () => {
  const path = join(folder, 'a.zip')
  const lines = function* () {
    for (let at = 0; at < 1000; at++) yield `${at}\n`.repeat(100)
  }
  await writeZip(
    path,
    [
      { name: 'd/rows.csv', content: lines },
      { name: 'd/README.txt', content: '说明\n' },
    ],
    MTIME,
  )
  const script = `import zipfile,sys
z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print([i.filename for i in z.infolist()], len(z.read('d/rows.csv').splitlines()), z.read('d/README.txt').decode('utf-8').strip())`
  assert.equal(execFileSync('python3', ['-c', script, path]).toString().trim(), "['d/rows.csv', 'd/README.txt'] 100000 说明")
})

test('a piece that fails fails the archive', async () => {
  const broken = function* (): Generator<string> {
    yield 'a'
    throw new Error('no more')
  }
  await assert.rejects(writeZip(join(folder, 'b.zip'), [{ name: 'x', content: broken }], MTIME), /no more/)
})
