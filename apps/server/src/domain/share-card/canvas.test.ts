import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { Canvas, type Outline } from './canvas.ts'
import { toPng } from './to-png.ts'

const square = (x: number, y: number, size: number): Outline => [x, y, x + size, y, x + size, y + size, x, y + size]
const hole = (x: number, y: number, size: number): Outline => [x, y, x, y + size, x + size, y + size, x + size, y]

const rows: [name: string, outlines: Outline[], reds: number[]][] = [
  ['whole pixels are painted whole', [square(1, 0, 2)], [0, 200, 200, 0, 0, 200, 200, 0]],
  ['half a pixel is painted half', [[0.5, 0, 2, 0, 2, 2, 0.5, 2]], [100, 200, 0, 0, 100, 200, 0, 0]],
  ['a hole that turns the other way stays free', [square(0, 0, 4), hole(1, 0, 1)], [200, 0, 200, 200, 200, 200, 200, 200]],
  ['shapes over each other are painted once', [square(0, 0, 2), square(1, 0, 2)], [200, 200, 200, 0, 200, 200, 200, 0]],
  ['what is outside is left out', [square(-3, -3, 4)], [200, 0, 0, 0, 0, 0, 0, 0]],
]
for (const [name, outlines, reds] of rows)
  test(name, () => {
    const canvas = new Canvas(4, 2, [0, 0, 0])
    canvas.paint(outlines, [200, 0, 0])
    assert.deepEqual(
      [...canvas.pixels].filter((_, at) => at % 3 === 0),
      reds,
    )
  })

test('a picture comes back from its PNG', async () => {
  const canvas = new Canvas(3, 3, [10, 20, 30])
  canvas.paint([square(1, 1, 2)], [255, 0, 255])
  const png = await toPng(canvas)
  const at = png.indexOf('IDAT')
  const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const pixels = new Uint8Array(27)
  for (let y = 0; y < 3; y++)
    for (let x = 0; x < 9; x++) pixels[y * 9 + x] = (data[y * 10 + 1 + x] ?? 0) + (pixels[(y - 1) * 9 + x] ?? 0)
  assert.deepEqual(pixels, canvas.pixels)
})
