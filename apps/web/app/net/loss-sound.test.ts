import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen, type Heard } from './loss-sound.ts'

const lane = (outcomes: string, target = 'a') => ({
  target,
  address: '192.0.2.1',
  packets: [...outcomes].map((letter) => ({ outcome: { r: 'reply', x: 'timeout', u: 'unreachable', f: 'refused' }[letter]! })),
})
const hear = (...steps: readonly string[]) => {
  let heard: Heard = new Map()
  return steps.map((outcomes) => {
    const next = listen(heard, [lane(outcomes)])
    heard = next.heard
    return next.sound
  })
}

test('a loss is heard when it comes, the first answer after it, too, and nothing twice', () => {
  assert.deepEqual(hear('rr', 'rrx', 'rrx', 'rrxr', 'rrxrr'), [undefined, 'lost', undefined, 'back', undefined])
  assert.deepEqual(hear('r', 'ru', 'rux', 'ruxf'), [undefined, 'lost', 'lost', 'back'])
})

test('packets that come together are heard of as the worst of them', () => assert.deepEqual(hear('rxr'), ['lost']))

test('another run begins anew', () => assert.deepEqual(hear('rx', 'r', 'rx'), ['lost', undefined, 'lost']))

test('one target of several is enough', () => {
  const { heard } = listen(new Map(), [lane('r', 'a'), lane('r', 'b')])
  assert.equal(listen(heard, [lane('rr', 'a'), lane('rx', 'b')]).sound, 'lost')
})
