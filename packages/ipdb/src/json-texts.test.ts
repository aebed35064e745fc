import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonTexts, TEXT, toRadiusKm, toZone } from './json-texts.ts'
import { openDatabase } from './open.ts'
import { makeFolder, writeSmallDatabase } from './testing/small-database.ts'
import { copyText, toStart } from './text-pool.ts'

test('texts are the same with room for all of them and with room for one record; a special record has none', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, { v4: [0, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 10 << 24], v6: [0n] })
  await using db = await openDatabase(folder.path)
  const read = (texts: JsonTexts, record: number) => {
    const slot = texts.find(record)
    if (slot < 0) return undefined
    const target = Buffer.alloc(8192)
    const view = new DataView(target.buffer, target.byteOffset, target.length)
    let at = 0
    for (const kind of [TEXT.place, TEXT.network, TEXT.middle]) at = copyText(texts.view, texts.names[slot + kind]!, view, at)
    const word = texts.view.getUint32(toStart(texts.names[slot]!), true)
    return [
      target.toString('utf8', 0, at),
      Buffer.from(texts.ends[texts.names[slot + TEXT.end]!]!).toString(),
      toZone(word),
      toRadiusKm(word),
    ]
  }
  const [roomy, narrow] = [new JsonTexts(db.reader, 'en'), new JsonTexts(db.reader, 'en', 12_000)]
  const { recordCount } = db.reader.resolver
  let special = 0
  for (let round = 0; round < 3; round++)
    for (let record = 0; record < recordCount; record++) {
      const texts = read(roomy, record)
      assert.deepEqual(read(narrow, record), texts)
      assert.equal(texts === undefined, db.reader.resolver.specialOf(record) !== 0)
      if (!texts) special++
    }
  assert.ok(recordCount > 3 && special > 0)
})
