import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBannerPaths } from './banner-paths.ts'

test('blocks are filled, lines drawn and ASCII written, each in its cell', () => {
  const { columns, rows, filled, lines, letters } = toBannerPaths('# █\n▀╗')
  assert.deepEqual([columns, rows], [3, 2])
  assert.equal(filled, 'M20 0h10v20h-10zM0 20h10v10h-10z')
  assert.equal(lines, 'M10 20m0 8h7v12m-7 -8h3v8')
  assert.deepEqual(letters, [{ char: '#', x: 0, y: 0 }])
})

test('a braille pattern has a dot for each bit', () => {
  assert.equal(toBannerPaths('⣿').filled.match(/M/g)?.length, 8)
  assert.equal(toBannerPaths('⠁').filled, 'M1 1h3.5v3.5h-3.5z')
  assert.equal(toBannerPaths('⠀').filled, '')
})

test('every corner of a shadow stays in its cell and ends at its sides', () => {
  for (const char of '═║╗╝╚╔') {
    let [x, y] = [0, 0]
    const ends: string[] = []
    for (const [, command, values = ''] of toBannerPaths(char).lines.matchAll(/([MmhvHV])([-\d ]+)/g)) {
      const [first = 0, second = 0] = values.trim().split(' ').map(Number)
      if (command === 'M') [x, y] = [first, second]
      else if (command === 'm') [x, y] = [x + first, y + second]
      else if (command === 'h') x += first
      else y += first
      assert.ok(x >= 0 && x <= 10 && y >= 0 && y <= 20, `${char} ${x} ${y}`)
      ends.push(`${x} ${y}`)
    }
    const atSides = new Set(ends.filter((end) => /^(?:0|10) (?:8|12)$|^(?:3|7) (?:0|20)$/.test(end)))
    assert.equal(atSides.size, 4, char)
  }
})
