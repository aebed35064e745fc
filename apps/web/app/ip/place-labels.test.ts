import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TownRow } from './map-detail.ts'
import { placeLabels, toFrame, toFreeBox } from './place-labels.ts'

const view = { x: 170, y: 40, width: 20, height: 10 }
const frame = toFrame(view, { width: 400, height: 200 }, 1, true)
const nameAll = (towns: readonly TownRow[], lang: 'en' | 'zh' = 'en', at = frame) =>
  placeLabels(towns, at, [], lang).map(({ name }) => name)

test('a frame holds all of a view, or is covered by it', () => {
  assert.deepEqual(frame, { x: 170, y: 40, pxPerX: 20, pxPerY: 20, width: 400, height: 200 })
  const tall = { width: 400, height: 400 }
  assert.deepEqual(toFrame(view, tall, 1, true), { x: 175, y: 40, pxPerX: 40, pxPerY: 40, ...tall })
  assert.deepEqual(toFrame(view, tall, 1, false), { x: 170, y: 35, pxPerX: 20, pxPerY: 20, ...tall })
  assert.deepEqual(toFrame(view, { width: 200, height: 200 }, 0.5, true), {
    x: 170,
    y: 40,
    pxPerX: 10,
    pxPerY: 20,
    width: 200,
    height: 200,
  })
})

test('a town is named where it is seen and the next larger one is far enough away', () => {
  assert.deepEqual(
    nameAll([
      [180, 45, 3.2, 'Near'],
      [100, 45, 3.2, 'Elsewhere'],
      [175, 42, 3.1, 'Hidden'],
    ]),
    ['Near'],
  )
})

test('names do not touch each other, nor what is kept free, nor the edge', () => {
  assert.deepEqual(
    nameAll([
      [180, 45, 9, 'First'],
      [180.5, 45.1, 8, 'Second'],
    ]),
    ['First'],
  )
  const free = [toFreeBox(frame, 180, 45)]
  assert.deepEqual(placeLabels([[180.2, 45, 9, 'Here']], frame, free, 'en'), [])
  assert.deepEqual(placeLabels([[189.5, 45, 9, 'Right edge']], frame, [], 'en'), [
    { name: 'Right edge', x: 390, y: 100, isLeft: true },
  ])
})

test('a frame over 180° shows what lies beyond', () => {
  const over = toFrame({ x: 350, y: 40, width: 20, height: 10 }, { width: 400, height: 200 }, 1, true)
  assert.deepEqual(
    nameAll(
      [
        [5, 45, 9, 'East'],
        [355, 45, 8, 'West'],
      ],
      'en',
      over,
    ),
    ['East', 'West'],
  )
})

test('names are Chinese where they are known', () => {
  assert.deepEqual(
    nameAll(
      [
        [175, 45, 9, 'London', '伦敦'],
        [180, 42, 9, 'Elsewhere'],
      ],
      'zh',
    ),
    ['伦敦', 'Elsewhere'],
  )
})
