import { readFile } from 'node:fs/promises'
import { defineLayer, type PlaceValue } from '../../layer.ts'
import { publishedByOperator } from '../../licences.ts'
import { FEED_PRECEDENCE } from '../../operator-feed.ts'
import { NetworkList } from '../../readers/network-list.ts'
import { REGIONS } from './regions.ts'

type Document = { values?: { name?: unknown; properties?: { addressPrefixes?: unknown[] } }[] }

const HOMEPAGE = 'https://www.microsoft.com/download/details.aspx?id=56519'
/** The tags of whole regions; those of single services repeat parts of them. */
const TAG = /^AzureCloud\.(\w+)$/

/** Regions of Azure. Regions this version does not know are passed over. */
export default defineLayer({
  id: 'azure-cloud',
  title: { en: 'Azure address ranges', zh: 'Azure 地址段' },
  homepage: HOMEPAGE,
  licence: publishedByOperator(HOMEPAGE, 'Locations published by Microsoft', '位置数据由微软公布'),
  origin: {
    kind: 'url',
    urls: ['https://download.microsoft.com/download/7/1/d/71d86715-5596-4529-9b13-da13a5de5b63/ServiceTags_Public_{MONDAY}.json'],
    cadence: 'weekly',
  },
  kind: 'location',
  precedence: FEED_PRECEDENCE,
  bounds: { minRows: 1000, maxRows: 500_000 },
  golden: [],
  async *parse(files) {
    const list = new NetworkList<PlaceValue>()
    for (const { name, properties } of await readTags(files[0]!)) {
      const region = TAG.exec(String(name))?.[1] ?? ''
      const place = REGIONS.get(region)
      if (!place) continue
      const [country, city, regionCode] = place
      const value = { country, city, regionCode, radiusKm: 30 }
      for (const prefix of properties?.addressPrefixes ?? []) list.add(String(prefix), region, () => value)
    }
    yield* list.toStreams()
  },
})

async function readTags(path: string): Promise<NonNullable<Document['values']>> {
  const { values } = JSON.parse(await readFile(path, 'utf8')) as Document
  if (!Array.isArray(values)) throw new Error('expected a JSON object with values')
  return values
}
