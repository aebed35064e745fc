import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { drawCard } from './draw-card.ts'

const ROW_BYTES = 1200 * 3 + 1

/** The part right of `x`: each row as its difference to the one above. */
async function drawRight(brand: string, x: number): Promise<Buffer> {
  const png = await drawCard({ brand, id: 'json-to-type', title: 'JSON', summary: '', foot: '' })
  const at = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(at, at + png.readUInt32BE(at - 8)))
  return Buffer.concat(Array.from({ length: 630 }, (_, y) => rows.subarray(y * ROW_BYTES + 1 + x * 3, (y + 1) * ROW_BYTES)))
}

test('the longest name of the product stays clear of the dots', async () => {
  const [short, ...long] = await Promise.all(['Acme', '长'.repeat(40), 'W'.repeat(40)].map((brand) => drawRight(brand, 850)))
  for (const rows of long) assert.ok(short?.equals(rows))
})
