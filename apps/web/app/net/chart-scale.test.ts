import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEIGHT, toLinePath, toRoundTop, toScale, WIDTH } from './chart-scale.ts'

test('the upper edge of a chart is a round value at or above the highest', () => {
  const tops = [0, 0.3, 1, 1.2, 5, 5.1, 99, 100].map((value) => toRoundTop(value))
  assert.deepEqual(tops, [1, 0.5, 1, 2, 5, 10, 100, 100])
})

test('the largest values stand at the right and upper edges', () => {
  const { x, y } = toScale({ maxX: 30, top: 50 })
  assert.deepEqual([x(0), x(30), y(0), y(50)], [0, WIDTH, HEIGHT, 0])
})

test('a missing value lifts the line', () => {
  const points = [1, null, 2, 3].map((y, x) => ({ x, y }))
  assert.equal(toLinePath(points, { x: (value) => value, y: (value) => value }), 'M0.0 1.0M2.0 2.0L3.0 3.0')
})
