import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { formatIpv6 } from '@octet/core/ip/ipv6.ts'
import { putV4, spellV4, spellV6 } from './spelling.ts'

test('IPv4 is spelled as core spells it', () =>
  fc.assert(fc.property(fc.nat(0xffff_ffff), (value) => assert.equal(spellV4(value), formatIpv4(value)))))

test('IPv4 is written into bytes as it is spelled', () => {
  const bytes = Buffer.alloc(20)
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), (value) => {
      const end = putV4(value, bytes, 2)
      assert.equal(bytes.toString('latin1', 2, end), spellV4(value))
    }),
  )
})

const group = fc.oneof(fc.constant(0), fc.constant(0), fc.constant(0xffff), fc.nat(0xffff))

test('IPv6 is spelled as core spells it', () =>
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const words = Uint32Array.from([0, 2, 4, 6], (at) => groups[at]! * 65_536 + groups[at + 1]!)
      const value = groups.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n)
      assert.equal(spellV6(words), formatIpv6(value))
    }),
    { numRuns: 3000 },
  ))
