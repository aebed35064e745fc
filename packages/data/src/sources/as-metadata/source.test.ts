import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../testing/folder.ts'
import source from './source.ts'

async function parse(items: readonly unknown[]) {
  await using folder = await makeFolder()
  const path = join(folder.path, 'as.json')
  await writeFile(path, JSON.stringify(items))
  return await Array.fromAsync(source.parse([path]))
}

const FULL = {
  asn: 64_500,
  metadata: {
    handle: 'EXAMPLE-NET',
    description: 'Example Networks',
    countryCode: 'DE',
    country: 'Germany',
    origin: 'authoritative',
    category: 'education_research',
    networkRole: 'stub',
    registered: '1997-03-14',
    lastModified: '2026-03-01',
  },
  stats: {
    ipv4: { prefixes: 12, prefixesAggregated: 8, largestPrefix: 20 },
    connectivity: { providers: 2, providerAsns: [64_501, 64_502], customers: 5, peers: 3, degree: 10, reach: 12 },
  },
  lastAnnounced: '2026-03-04',
}

test('a network with all that can be said of it', async () => {
  assert.deepEqual(await parse([FULL]), [
    {
      asn: 64_500,
      handle: 'EXAMPLE-NET',
      usage: 'education',
      country: 'DE',
      registered: '1997-03-14',
      role: 'stub',
      providers: [64_501, 64_502],
      peerCount: 3,
    },
  ])
})

test('what is not known, or in words that are not known, is null', async () => {
  const empty = { handle: '', usage: null, country: null, registered: null, role: null, providers: null, peerCount: null }
  const metadata = { handle: null, countryCode: 'XX', category: 'spaceport', networkRole: null, registered: null }
  assert.deepEqual(await parse([{ asn: 1, metadata, stats: null }, { asn: 2 }]), [
    { asn: 1, ...empty },
    { asn: 2, ...empty },
  ])
})

test('days with a time behind them are days', async () => {
  const [one] = await parse([{ asn: 1, metadata: { registered: '1997-03-14T00:00:00Z' }, stats: null }])
  assert.equal(one?.registered, '1997-03-14')
})

test('an item without a number is refused', async () => {
  await assert.rejects(parse([{ as: 1 }]), /expected an AS number, got “\{"as":1\}”/)
})
