import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { PUBLIC_RESOLVERS } from './resolvers.ts'

test('no id and no address appears twice', () => {
  const ids = PUBLIC_RESOLVERS.map(({ id }) => id)
  const addresses = PUBLIC_RESOLVERS.flatMap(({ ipv4, ipv6 }) => [...ipv4, ...ipv6])
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(new Set(addresses).size, addresses.length)
  assert.ok(ids.length >= 30)
})

for (const { id, ipv4, ipv6, doh, dot, country, homepage } of PUBLIC_RESOLVERS)
  test(`${id} is well-formed`, () => {
    for (const [version, list] of [
      [4, ipv4],
      [6, ipv6],
    ] as const)
      for (const text of list) {
        const address = findAddress(text)
        assert.equal(address?.version, version, text)
        assert.equal(findSpecial(address!), undefined, text)
      }
    if (doh) assert.match(doh, /^https:\/\/[\w.-]+\/\S*$/)
    assert.ok(ipv4.length + ipv6.length > 0 || doh || dot)
    assert.match(country ?? 'XX', /^[A-Z]{2}$/)
    assert.match(homepage, /^https:\/\//)
    assert.ok(ipv6.every((text) => formatAddress(findAddress(text)!).length > 0))
  })
