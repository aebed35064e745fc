import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Float, writeTestMmdb } from '../../testing/mmdb-writer.ts'
import { makeFolder } from '../../testing/folder.ts'
import { readSteps } from '../../testing/steps.ts'
import source, { toPlace } from './source.ts'

const toBits = (value: bigint, prefix: number) => value.toString(2).padStart(128, '0').slice(0, prefix)

const paris = {
  country: { iso_code: 'FR' },
  subdivisions: [{ names: { en: 'Île-de-France' } }],
  city: { names: { en: 'Paris (11e Arrondissement)' } },
  location: { latitude: new Float(48.5), longitude: new Float(2.5) },
}
const PLACE = { country: 'FR', region: 'Île-de-France', city: 'Paris', latitude: 48.5, longitude: 2.5, radiusKm: 25 }

test('the monthly file gives IPv4 and IPv6 from one tree, packed with gzip', async () => {
  await using folder = await makeFolder()
  const path = join(folder.path, 'dbip-city-lite.mmdb.gz')
  const networks = [
    { bits: toBits(0x0102_0300n, 96 + 24), record: paris },
    { bits: toBits(0x2a00n << 112n, 16), record: { country: { iso_code: 'DE' } } },
  ]
  await writeFile(path, gzipSync(writeTestMmdb(networks, 6, 28)))
  const families = []
  for await (const stream of source.parse([path])) families.push([stream.version, readSteps(stream)])
  assert.deepEqual(families, [
    [
      4,
      [
        { start: 0x0102_0300n, value: PLACE },
        { start: 0x0102_0400n, value: undefined },
      ],
    ],
    [
      6,
      [
        {
          start: 0x2a00n << 112n,
          value: { country: 'DE', region: '', city: '', latitude: undefined, longitude: undefined, radiusKm: 25 },
        },
        { start: 0x2a01n << 112n, value: undefined },
      ],
    ],
  ])
  assert.equal(await source.readDate?.([path]), '2026-05-28')
})

test('the packages say the same in flat records', () => {
  const flat = { country_code: 'FR', state1: 'Île-de-France', city: 'Paris', latitude: 48.5, longitude: 2.5 }
  assert.deepEqual(toPlace(flat), PLACE)
})
