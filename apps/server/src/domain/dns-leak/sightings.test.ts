import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEAK_LIFE_MS } from './leak-token.ts'
import { Sightings } from './sightings.ts'

const seen = (token: string, resolver: string, subnet: string | null = null, transport: 'udp' | 'tcp' = 'udp') => ({
  token,
  resolver,
  transport,
  subnet,
})

test('each resolver comes once, with all it told', () => {
  const sightings = new Sightings()
  const told = [
    seen('a', '192.0.2.1'),
    seen('a', '192.0.2.1'),
    seen('a', '192.0.2.1', '198.51.100.0/24'),
    seen('a', '192.0.2.1', '198.51.100.0/24', 'tcp'),
    seen('a', '2001:db8::1'),
    seen('b', '192.0.2.1'),
  ].map((one) => sightings.note(one))
  assert.deepEqual(told, [true, false, true, true, true, true])
  assert.deepEqual(sightings.list('a'), [
    { address: '192.0.2.1', transports: ['udp', 'tcp'], subnets: ['198.51.100.0/24'] },
    { address: '2001:db8::1', transports: ['udp'], subnets: [] },
  ])
  assert.deepEqual(sightings.list('c'), [])
})

test('a flood is bounded: resolvers and subnets of a token, and tokens', () => {
  const sightings = new Sightings()
  for (let n = 0; n < 100; n++) sightings.note(seen('a', `192.0.2.${n}`))
  for (let n = 0; n < 100; n++) sightings.note(seen('b', '192.0.2.1', `198.51.${n}.0/24`))
  assert.equal(sightings.list('a').length, 32)
  assert.equal(sightings.list('b')[0]?.subnets.length, 4)
  for (let n = 0; n < 1_999; n++) sightings.note(seen(`t${n}`, '192.0.2.1'))
  assert.deepEqual([sightings.list('a').length, sightings.list('b').length], [0, 1])
})

test('who asked is forgotten when it can no longer be read', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sightings = new Sightings()
  sightings.note(seen('a', '192.0.2.1'))
  t.mock.timers.tick(LEAK_LIFE_MS - 1)
  sightings.note(seen('b', '192.0.2.1'))
  assert.equal(sightings.list('a').length, 1)
  t.mock.timers.tick(1)
  assert.deepEqual([sightings.list('a').length, sightings.list('b').length], [0, 1])
})
