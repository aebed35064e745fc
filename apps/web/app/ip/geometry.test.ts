import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampView, toCirclePath, toRoundKm, toViewAround, toViewOfAll, WORLD, zoomView } from './geometry.ts'

const corners = (path: string) => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

test('a circle of 111.195 km is two degrees high, and as wide as its latitude makes it', () => {
  for (const [latitude, width] of [
    [0, 2],
    [60, 4],
  ] as const) {
    const points = corners(toCirclePath({ latitude, longitude: 10 }, 111.195))
    assert.ok(Math.abs(spread(points.map(([, y]) => y)) - 2) < 0.01)
    assert.ok(Math.abs(spread(points.map(([x]) => x)) - width) < 0.02)
  }
})
test('a small circle is an ellipse as high and wide as it', () => {
  const path = toCirclePath({ latitude: 60, longitude: 10 }, 11.1195)
  assert.equal(path, 'M189.800 30.000a0.200 0.100 0 1 0 0.400 0a0.200 0.100 0 1 0 -0.400 0Z')
})
test('a circle over a pole fills the map up to its edge', () => {
  const points = corners(toCirclePath({ latitude: 88, longitude: 0 }, 1000))
  assert.equal(Math.min(...points.map(([, y]) => y)), 0)
  assert.equal(spread(points.map(([x]) => x)), 360)
})
test('a view around a place has it in the middle, except at the poles', () => {
  assert.deepEqual(toViewAround({ latitude: 0, longitude: 0 }, 20, 2), { x: 160, y: 80, width: 40, height: 20 })
  assert.equal(toViewAround({ latitude: 89, longitude: 0 }, 20, 2).y, 0)
})
test('a view of all points holds them; of none it is the world', () => {
  const view = toViewOfAll(
    [
      { latitude: 50, longitude: 0 },
      { latitude: 40, longitude: 20 },
    ],
    2,
  )
  assert.ok(view.x < 180 && view.x + view.width > 200 && view.y < 40 && view.y + view.height > 50)
  assert.equal(toViewOfAll([], 2), WORLD)
})
test('zooming keeps the point below the pointer, and ends at the whole world', () => {
  const near = zoomView(WORLD, 2, { x: 200, y: 60 })
  assert.equal(near.height, 90)
  assert.equal((200 - near.x) / near.width, 200 / 360)
  assert.equal(zoomView(near, 0.1, { x: 200, y: 60 }).height, 180)
  assert.ok(zoomView({ x: 0, y: 0, width: 4, height: 2 }, 100, { x: 1, y: 1 }).height >= 1.5)
})
test('a view stays on the map', () =>
  assert.deepEqual(clampView({ x: -90, y: -5, width: 40, height: 20 }), { x: -20, y: 0, width: 40, height: 20 }))
for (const [max, round] of [
  [999, 500],
  [100, 100],
  [49, 20],
  [1.4, 1],
] as const)
  test(`a bar of at most ${max} km is ${round} km long`, () => assert.equal(toRoundKm(max), round))
