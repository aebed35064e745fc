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

const { land, borders } = await readCoasts()

for (const [name, path] of Object.entries({ land, borders })) {
  test(`${name}: every point is on the map of 360 × 180 degrees`, () => {
    for (const steps of toSteps(path)) {
      let [x, y] = [0, 0]
      for (const [right, down] of steps) {
        ;[x, y] = [x + right, y + down]
        assert.ok(x > -0.01 && x < 360.01 && y > -0.01 && y < 180.01, `${x} ${y}`)
      }
    }
  })

  test(`${name}: no line goes across the map where it meets 180°`, () => {
    for (const steps of toSteps(path)) for (const [right] of steps.slice(1)) assert.ok(Math.abs(right) < 90, `${right}°`)
  })
}

/** The steps of each line; the first is its place. */
function toSteps(path: string): [right: number, down: number][][] {
  return path
    .split('M')
    .slice(1)
    .map((line) => {
      const numbers = (line.match(/-?[\d.]+/g) ?? []).map(Number)
      return Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at]!, numbers[2 * at + 1]!])
    })
}
