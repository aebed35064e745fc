import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNameField } from './csv-fields.ts'
import { openDatabase } from './open.ts'
import { RowTexts } from './row-texts.ts'
import { makeFolder, writeSmallDatabase } from './testing/small-database.ts'
import { copyText } from './text-pool.ts'

test('texts are the same with room for all of them and with room for one batch', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, { v4: [0, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 10 << 24], v6: [0n] })
  await using db = await openDatabase(folder.path)
  const { recordCount } = db.reader.resolver
  const read = (texts: RowTexts, record: number): string => {
    const names = { places: new Uint32Array(1), countries: new Uint32Array(1), networks: new Uint32Array(1) }
    texts.find(Uint32Array.of(record), 1, names)
    const target = Buffer.alloc(4096)
    const view = new DataView(target.buffer, target.byteOffset, target.length)
    let at = copyText(texts.view, names.countries[0]!, view, 0)
    at = copyText(texts.view, names.places[0]!, view, at)
    return target.toString('utf8', 0, copyText(texts.view, names.networks[0]!, view, at))
  }
  const roomy = new RowTexts(db.reader, 'zh')
  const narrow = new RowTexts(db.reader, 'zh', 8600)
  assert.ok(recordCount > 3)
  for (let round = 0; round < 3; round++)
    for (let record = 0; record < recordCount; record++) {
      const row = read(roomy, record)
      assert.match(row, /^,.*,\n$/)
      assert.equal(read(narrow, record), row)
    }
})

test('a name out of all proportion is cut', () => {
  assert.equal(toNameField('x'.repeat(200)), 'x'.repeat(200))
  assert.equal(toNameField('x'.repeat(5000)), `${'x'.repeat(199)}…`)
  assert.equal(toNameField(null), '')
})
