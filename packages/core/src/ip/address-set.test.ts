import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressSet } from './address-set.ts'

test('an address is new once, however it is spelt; what is none is not counted', () => {
  const set = new AddressSet()
  const added = ['192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '2001:DB8:0::1', '::', '0::0', '0.0.0.0', 'x', '']
  assert.deepEqual(
    added.map((text) => set.add(text)),
    [true, false, false, true, false, true, false, true, undefined, undefined],
  )
  assert.equal(set.size, 4)
})

test('many addresses of both families, each counted once', () => {
  const set = new AddressSet()
  const wanted = new Set<string>()
  for (let at = 0; at < 60_000; at++) {
    const few = at % 20_000
    const text =
      at % 2 ? `10.0.${few >> 8}.${few & 255}` : `2001:db8::${(few * 65_537).toString(16).slice(-4)}:${few.toString(16)}`
    assert.equal(set.add(text), !wanted.has(text), text)
    wanted.add(text)
  }
  assert.equal(set.size, wanted.size)
})

test('addresses of IPv4 take 16 bytes each at most, those of IPv6 64', (context) => {
  const sizes: number[] = []
  const { Uint32Array: Real } = globalThis
  class Seen extends Real {
    constructor(length: number) {
      super(length)
      sizes.push(this.byteLength)
    }
  }
  Object.assign(globalThis, { Uint32Array: Seen })
  context.after(() => Object.assign(globalThis, { Uint32Array: Real }))
  const largest = (toText: (at: number) => string) => {
    const set = new AddressSet()
    sizes.length = 0
    for (let at = 0; at < 40_000; at++) set.add(toText(at))
    return Math.max(...sizes)
  }
  assert.ok(largest((at) => `10.0.${at >> 8}.${at & 255}`) <= 16 * 40_000)
  assert.ok(largest((at) => `2001:db8::${at.toString(16)}`) <= 64 * 40_000)
})
