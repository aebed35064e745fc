import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findMeasures, isMeasured } from './measures.ts'

const MEASURES = join(import.meta.dirname, 'measures.ts')

test('what lies beside the measures is not imported, one that fails is said, the others are run, and all ends', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-measures-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = {
    'a-server.ts': `import { createServer } from 'node:net'\ncreateServer().listen(0, '127.0.0.1', () => console.log('served'))\n`,
    'b.ts': `export async function run() {\n  throw new Error('no clock')\n}\n`,
    'c.ts': `export async function run() {\n  setInterval(() => undefined, 1_000)\n  return [{ name: 'of c', value: 3, unit: 'ms' }]\n}\n`,
    'main.ts': `import { endMeasures, findMeasures, runMeasures } from ${JSON.stringify(MEASURES)}
const files = findMeasures(['*.ts'], import.meta.dirname)
endMeasures(await runMeasures(files.map((title) => ({ title, file: import.meta.dirname + '/' + title, command: title })), false))\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  assert.deepEqual(findMeasures(['*.ts'], folder), ['b.ts', 'c.ts'])
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'main.ts')], { encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 1)
  assert.match(stdout, /^\nb\.ts\n\nc\.ts\n {2}of c +3 ms\s*$/)
  assert.match(stderr, /could not be measured: Error: no clock[^]*not measured: b\.ts\n$/)
})

test('what a machine lacks is no figure that takes the place of earlier ones', () => {
  const lack = { name: 'clock jumps: needs faketime', value: 0, unit: '' }
  assert.ok(!isMeasured([lack]))
  assert.ok(isMeasured([lack, { name: 'faults logged', value: 0, unit: 'lines' }]))
})
