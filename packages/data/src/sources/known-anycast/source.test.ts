import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { SERVICES } from './source.ts'

test('every network of the list is one and stands there once', () => {
  const networks = Object.values(SERVICES).flatMap((line) => line.split(' '))
  for (const network of networks) assert.equal(parseCidr(network).network.prefix, network.includes(':') ? 48 : 24, network)
  assert.equal(new Set(networks).size, networks.length)
})
