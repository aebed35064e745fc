import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDatabase } from '@octet/data/build.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer, type TestRange } from '@octet/data/testing/small-sources.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { describeNetwork, getNetwork } from './describe-network.ts'

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
