import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contains, parseCidr } from '@octet/core/ip/cidr.ts'
import { buildDatabase } from './build.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { parseTruth, pickAddress, scoreTruth } from './score.ts'
import { scoreRadii } from './score-radius.ts'
import { makeFolder } from './testing/folder.ts'
import { makeBasis, makeLayer } from './testing/small-sources.ts'

const HEADER = 'cidr,country,region,city,lat,lon,source'

test('an address is picked inside its network, always the same one', () => {
  for (const text of ['192.0.2.0/24', '192.0.2.7/32', '2001:db8::/32', '0.0.0.0/0', '::/0']) {
    const { network } = parseCidr(text)
    assert.ok(contains(network, pickAddress(network)), text)
    assert.deepEqual(pickAddress(network), pickAddress(network))
  }
  assert.notDeepEqual(pickAddress(parseCidr('10.0.0.0/8').network).value & 255n, 0n)
})

test('other columns are refused, unreadable lines are counted', () => {
  assert.throws(() => parseTruth('a,b\n'), /expected the columns/)
  const { rows, refused } = parseTruth(
    `${HEADER}\n1.2.3.4/32,AA,,"City, of",1.5,-2,feed:x\n1.2.3.04/32,AA,,,,,feed:x\n1.2.3.4/32,AA,,,,,gossip:x\n`,
  )
  assert.equal(rows.length, 1)
  assert.deepEqual([rows[0]!.latitude, rows[0]!.longitude, rows[0]!.tag], [1.5, -2, 'feed:x'])
  assert.equal(refused.length, 2)
})

test('scores count countries, distances and regions per tag and per group', async () => {
  await using folder = await makeFolder()
  const value = { country: 'AA', region: 'Upper', city: 'North', latitude: 10, longitude: 0, radiusKm: 12 }
  const location = makeLayer('location', 'location', { 4: [{ first: 0x0100_0000n, last: 0x0100_ffffn, value }] })
  await buildDatabase({ varFolder: folder.path, sources: [...makeBasis(), location] })
  await using db = await openDatabase(folder.path)
  const { rows } = parseTruth(`${HEADER}
1.0.0.0/24,AA,Upper,,10.1,0,feed:one
1.0.1.0/24,AA,Lower,,12,0,feed:one
1.0.2.0/24,BB,DE-BE,,,,feed:two
1.0.3.0/24,AA,,,10,0.4,indep:three
`)
  const scores = Object.fromEntries(scoreTruth(db, rows).map(({ tag, ...score }) => [tag, score]))
  assert.deepEqual(scores, {
    'all indep': { rows: 1, country: 100, within50km: 100, withinRadius: 0, region: null, regionRows: 0 },
    'all feed': { rows: 3, country: 66.7, within50km: 50, withinRadius: 50, region: 50, regionRows: 2 },
    'feed:one': { rows: 2, country: 100, within50km: 50, withinRadius: 50, region: 50, regionRows: 2 },
    'feed:two': { rows: 1, country: 0, within50km: null, withinRadius: null, region: null, regionRows: 0 },
    'indep:three': { rows: 1, country: 100, within50km: 100, withinRadius: 0, region: null, regionRows: 0 },
  })
})

test('radii are counted by source, family, kind of network and how far they reach', async () => {
  await using folder = await makeFolder()
  const town = { country: 'AA', region: 'Upper', city: 'North', latitude: 10, longitude: 0 }
  const [first, last] = [0x0100_0000n, 0x0100_00ffn]
  const location = makeLayer('location', 'location', {
    4: [
      { first, last, value: { ...town, radiusKm: 25 } },
      { first: first + 256n, last: last + 256n, value: { ...town, radiusKm: 60 } },
    ],
  })
  const hosts = makeLayer('asn', 'asn', { 4: [{ first, last: first + 63n, value: { asn: 1, name: 'Acme Hosting' } }] })
  await buildDatabase({ varFolder: folder.path, sources: [...makeBasis(), location, hosts] })
  await using db = await openDatabase(folder.path)
  const { rows } = parseTruth(`${HEADER}
1.0.0.0/27,AA,,,10.1,0,feed:one
1.0.0.32/27,AA,,,11,0,feed:one
1.0.0.128/25,AA,,,10,0,indep:two
1.0.1.0/24,AA,,,10.5,0,indep:two
1.0.1.0/25,AA,,,,,indep:two
2.0.0.0/24,AA,,,10,0,feed:one
`)
  const none = { rows: 0, held: 0 }
  const kind = { source: 'location', version: 4 } as const
  assert.deepEqual(scoreRadii(db, rows), [
    { ...kind, isHosted: false, upToKm: 25, feed: none, indep: { rows: 1, held: 1 } },
    { ...kind, isHosted: false, upToKm: 250, feed: none, indep: { rows: 1, held: 1 } },
    { ...kind, isHosted: true, upToKm: 25, feed: { rows: 2, held: 1 }, indep: none },
  ])
})
