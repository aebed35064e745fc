import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCoasts, toPath } from './coasts.ts'

test('a line is steps from its first point, without drift', () =>
  assert.equal(
    toPath([
      [0, 0],
      [0.004, 0.004],
      [0.008, 0.008],
      [10, 10],
    ]),
    'M0 0l0 0 0.01 0.01 9.99 9.99',
  ))

test('land and borders stay on the map of 360 × 180 degrees', async () => {
  const { land, borders } = await readCoasts()
  for (const path of [land, borders])
    for (const line of path.split('M').slice(1)) {
      const numbers = (line.match(/-?[\d.]+/g) ?? []).map(Number)
      let [x, y] = [0, 0]
      for (let at = 0; at < numbers.length; at += 2) {
        ;[x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)]
        assert.ok(x > -0.01 && x < 360.01 && y > -0.01 && y < 180.01, `${x} ${y}`)
      }
    }
})

test('no line of a coast goes across the map, where land crosses 180°', async () => {
  const { land, borders } = await readCoasts()
  for (const path of [land, borders])
    for (const line of path.split('M').slice(1)) {
      const numbers = (line.match(/-?[\d.]+/g) ?? []).map(Number)
      for (let at = 2; at < numbers.length; at += 2)
        assert.ok(Math.abs(numbers[at] ?? 0) < 90, `${numbers[at]}°: ${line.slice(0, 80)}`)
    }
})
