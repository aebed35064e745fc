import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FLAGS } from '@octet/ipdb/meta.ts'
import type { LayerStream } from '../layer.ts'
import torExits from '../sources/tor-exits/source.ts'
import proxies from '../sources/monosans-proxies/source.ts'
import azure from '../sources/azure-cloud/source.ts'
import oracle from '../sources/oracle-cloud/source.ts'
import { makeFolder } from '../testing/folder.ts'
import { readSteps } from '../testing/steps.ts'
import { readFlagLists } from './flag-list.ts'
import { readGeofeedDate, readGeofeeds } from './geofeed.ts'

async function readText<Value>(
  text: string | Buffer,
  read: (files: readonly string[]) => Iterable<LayerStream<Value>> | AsyncIterable<LayerStream<Value>>,
) {
  await using folder = await makeFolder()
  const path = join(folder.path, 'feed')
  await writeFile(path, text)
  const families = new Map<number, { start: bigint; value: Value | undefined }[]>()
  for await (const stream of read([path])) families.set(stream.version, readSteps(stream))
  return families
}

test('lists of both families mix addresses, networks, comments and blank lines', async () => {
  const text = '# list\n192.0.2.4/30\r\n\n2001:db8::/32\n198.51.100.7\n'
  const families = await readText(text, (files) => readFlagLists(files, FLAGS.vpn))
  const value = { flags: FLAGS.vpn }
  assert.deepEqual(families.get(4), [
    { start: 0xc000_0204n, value },
    { start: 0xc000_0208n, value: undefined },
    { start: 0xc633_6407n, value },
    { start: 0xc633_6408n, value: undefined },
  ])
  assert.deepEqual(families.get(6), [
    { start: 0x2001_0db8n << 96n, value },
    { start: 0x2001_0db9n << 96n, value: undefined },
  ])
})

test('a list of something else is refused with its first line', () =>
  assert.rejects(
    readText('name,port\nhost,80\n', (files) => readFlagLists(files, 1)),
    /2 of 2 lines are not; the first: “name,port”/,
  ))

test('a feed gives country, region and city, packed or not', async () => {
  const text = '# lastupdated (rfc3339): 2026-08-22T16:53:12+00:00\n192.0.2.0/24,de,HE,Frankfurt am Main,\n198.51.100.0/24,,,,\n'
  for (const bytes of [text, gzipSync(text)]) {
    const families = await readText(bytes, readGeofeeds)
    assert.deepEqual(families.get(4)?.[0], {
      start: 0xc000_0200n,
      value: { country: 'DE', regionCode: 'DE-HE', city: 'Frankfurt am Main', radiusKm: 20 },
    })
    assert.equal(families.get(4)?.length, 2)
  }
  await using folder = await makeFolder()
  const path = join(folder.path, 'feed')
  await writeFile(path, text)
  assert.equal(await readGeofeedDate([path]), '2026-08-22')
})

for (const [what, text, city] of [
  ['a comma in a quoted town', '192.0.2.0/24,US,US-DC,"Washington, DC",\n', 'Washington, DC'],
  ['every field in quotes', '"192.0.2.0/24","US","US-DC","Washington, DC",""\r\n', 'Washington, DC'],
  ['spaces around quotes', '192.0.2.0/24, "US" , "US-DC" , "Washington" ,\n', 'Washington'],
  ['doubled quotes', '192.0.2.0/24,US,US-DC,"The ""District""",\n', 'The "District"'],
  ['a byte order mark', '\ufeff192.0.2.0/24,US,US-DC,Washington\n', 'Washington'],
] as const)
  test(`a feed with ${what} is read`, async () => {
    const families = await readText(text, readGeofeeds)
    assert.deepEqual(families.get(4)?.[0]?.value, { country: 'US', regionCode: 'US-DC', city, radiusKm: 20 })
  })

test('a slip of the pen in a feed does not move a quarter of all addresses', async () => {
  const good = Array.from({ length: 200 }, (_, at) => `10.0.${at}.0/24,US,US-MN,Minneapolis,`)
  const families = await readText([...good, '206.163.25.0/2,US,US-MN,Minneapolis,'].join('\n'), readGeofeeds)
  assert.equal(families.get(4)?.at(-1)?.start, 0x0a00_c800n)
})

test('Tor exits are read from the second column', async () => {
  const text = 'fingerprint, ipaddr, port\nAAAA, 192.0.2.1, 443\nAAAA, 2001:db8::1, 443\n'
  const families = await readText(text, (files) => torExits.parse(files))
  assert.deepEqual(families.get(4)?.[0], { start: 0xc000_0201n, value: { flags: FLAGS.tor } })
  assert.equal(families.get(6)?.length, 2)
})

test('proxies are known by where they listen and where they come out', async () => {
  const rows = [
    { host: '192.0.2.1', port: 80, exit_ip: '198.51.100.1' },
    { host: 'proxy.example', port: 80 },
  ]
  const families = await readText(JSON.stringify(rows), (files) => proxies.parse(files))
  assert.deepEqual(
    families.get(4)?.map(({ start }) => start),
    [0xc000_0201n, 0xc000_0202n, 0xc633_6401n, 0xc633_6402n],
  )
  await assert.rejects(
    readText('{}', (files) => proxies.parse(files)),
    /JSON array of proxies/,
  )
})

test('regions of Oracle become towns, unknown ones are passed over', async () => {
  const regions = ['eu-paris-1', 'xx-nowhere-1'].map((region, at) => ({ region, cidrs: [{ cidr: `192.0.2.${4 * at}/30` }] }))
  const families = await readText(JSON.stringify({ regions }), (files) => oracle.parse(files))
  assert.deepEqual(
    families.get(4)?.map(({ value }) => value?.city),
    ['Paris', undefined],
  )
})

test('regions of Azure become towns; single services and unknown regions are passed over', async () => {
  const names = ['AzureCloud.westus3', 'AzureCloud.nowhere', 'Storage.WestUS3', 'AzureCloud', 'AzureCloud.germanywc']
  const values = names.map((name, at) => ({
    name,
    properties: { addressPrefixes: [`192.0.2.${4 * at}/30`, `2001:db8:${at}::/48`] },
  }))
  const families = await readText(JSON.stringify({ values }), (files) => azure.parse(files))
  const told = families.get(4)?.map(({ value }) => value && [value.country, value.regionCode, value.city].join())
  assert.deepEqual(told, ['US,US-AZ,Phoenix', undefined, 'DE,,Frankfurt am Main', undefined])
  assert.equal(families.get(6)?.[0]?.value?.city, 'Phoenix')
  await assert.rejects(
    readText('[]', (files) => azure.parse(files)),
    /JSON object with values/,
  )
})
