import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDatabase } from '@octet/data/build.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer, makeNetworks, type TestRange } from '@octet/data/testing/small-sources.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { toAs } from '../../personalities/ipinfo/to-ipinfo.ts'
import { toIpregistryAs } from '../../personalities/ipregistry/to-ipregistry.ts'
import { describeNetwork, describePart, getNetwork } from '@octet/ipdb/networks/describe-network.ts'

const range = <Value>(first: bigint, count: bigint, value: Value): TestRange<Value> => ({
  first,
  last: first + count - 1n,
  value,
})
const place = (country: string, longitude: number) => ({
  country,
  region: 'Upper',
  city: 'North',
  latitude: 10,
  longitude,
  radiusKm: 20,
})
const START4 = 0x0100_0000n
const START6 = 0x2600_0000n << 96n

test('the country of a network is that of most of its addresses, not of the first in each block; the shares are exact', async () => {
  await using folder = await makeFolder()
  const sources = [
    ...makeBasis(),
    makeLayer('asn', 'nets', {
      4: [range(START4, 1024n, { asn: 64_496, name: 'Wide' })],
      6: [range(START6, 1n << 80n, { asn: 64_497, name: 'Only six' })],
    }),
    makeLayer('location', 'places', {
      4: [
        range(START4, 256n, place('AA', 0)),
        range(START4 + 256n, 512n, place('BB', 1)),
        range(START4 + 768n, 128n, place('CC', 2)),
      ],
      6: [range(START6, 1n << 78n, place('DD', 3)), range(START6 + (1n << 78n), 1n << 79n, place('CC', 2))],
    }),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const wide = describeNetwork(db, getNetwork(db, 'AS64496'))
  assert.deepEqual([wide.num_ips, wide.num_prefixes, wide.country_code], [1024, 1, 'BB'])
  assert.deepEqual(wide.countries, [
    { country_code: 'BB', share: 0.5 },
    { country_code: 'AA', share: 0.25 },
    { country_code: 'CC', share: 0.125 },
  ])
  const six = describeNetwork(db, getNetwork(db, '64497'))
  assert.deepEqual([six.country_code, six.countries.map(({ share }) => share)], ['CC', [0.5, 0.25]])
})

test('neighbours of a network are named where a source knows them, and else said to be unknown', async () => {
  await using folder = await makeFolder()
  const unknown = { handle: '', usage: null, country: null, registered: null, role: null, peerCount: null }
  const sources = [
    ...makeBasis(),
    makeLayer('asn', 'nets', {
      4: [1, 2, 3].map((asn) => range(START4 + 256n * BigInt(asn), 256n, { asn, name: `Net ${asn}` })),
    }),
    makeNetworks(
      {
        ...unknown,
        asn: 1,
        handle: 'ONE',
        country: 'BB',
        registered: '2001-02-03',
        role: 'stub',
        providers: [9, 2],
        peerCount: 4,
      },
      { ...unknown, asn: 2, country: 'AA', providers: [] },
      { ...unknown, asn: 3, providers: null },
    ),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const one = describeNetwork(db, getNetwork(db, 'AS1'))
  assert.deepEqual(
    [one.handle, one.registered_in, one.allocated, one.role, one.num_upstreams, one.num_downstreams, one.num_peers],
    ['ONE', 'BB', '2001-02-03', 'stub', 2, 0, 4],
  )
  assert.deepEqual(Object.keys(one.missing), ['registry', 'peers', 'domain'])
  assert.deepEqual(one.described_by, { id: 'networks', date: '2026-11-01' })
  const page = { page: 1, limit: 10, family: 'both' } as const
  const part = (asn: number, name: 'upstreams' | 'downstreams' | 'peers') =>
    describePart(db, getNetwork(db, `AS${asn}`), { part: name, ...page })
  const { items, networks, available } = part(1, 'upstreams') as { items: string[]; networks?: object[]; available: boolean }
  assert.deepEqual([available, items], [true, ['AS2', 'AS9']])
  assert.deepEqual(networks, [
    { asn: 2, name: 'Net 2', country_code: 'AA' },
    { asn: 9, name: null, country_code: null },
  ])
  assert.deepEqual(part(2, 'downstreams').items, ['AS1'])
  const peers = part(1, 'peers')
  assert.deepEqual([peers.available, peers.total, peers.items], [false, 4, []])
  const unseen = part(3, 'upstreams')
  assert.deepEqual([unseen.available, unseen.total], [false, null])
  assert.deepEqual(
    [toAs(db, 1)?.['allocated'], toAs(db, 1)?.['upstreams'], toAs(db, 3)?.['upstreams']],
    ['2001-02-03', ['2', '9'], undefined],
  )
  assert.deepEqual(
    [toIpregistryAs(db, 2)?.['relationships'], toIpregistryAs(db, 3)?.['relationships']],
    [{ upstreams: [], peers: [], downstreams: [1] }, null],
  )
})
