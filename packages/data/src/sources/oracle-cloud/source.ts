import { readFile } from 'node:fs/promises'
import { defineLayer, type PlaceValue } from '../../layer.ts'
import { publishedByOperator } from '../../licences.ts'
import { FEED_PRECEDENCE } from '../../operator-feed.ts'
import { NetworkList } from '../../readers/network-list.ts'
import { REGIONS, STATES } from './regions.ts'

type Document = { last_updated_timestamp?: unknown; regions?: { region?: unknown; cidrs?: { cidr?: unknown }[] }[] }

const URL = 'https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json'

/** Regions of Oracle Cloud. Regions this version does not know are passed over. */
export default defineLayer({
  id: 'oracle-cloud',
  title: { en: 'Oracle Cloud address ranges', zh: 'Oracle 云地址段' },
  homepage: 'https://docs.oracle.com/en-us/iaas/Content/General/Concepts/addressranges.htm',
  licence: publishedByOperator(URL, 'Locations published by Oracle', '位置数据由 Oracle 公布'),
  origin: { kind: 'url', urls: [URL], cadence: 'weekly' },
  kind: 'location',
  precedence: FEED_PRECEDENCE,
  bounds: { minRows: 100, maxRows: 100_000 },
  golden: [],
  async readDate(files) {
    const { last_updated_timestamp: updated } = await readDocument(files[0]!)
    return typeof updated === 'string' ? updated.slice(0, 10) : null
  },
  async *parse(files) {
    const list = new NetworkList<PlaceValue>()
    for (const { region, cidrs = [] } of (await readDocument(files[0]!)).regions ?? []) {
      const place = REGIONS.get(String(region))
      if (!place) continue
      const value = { country: place[0], city: place[1], regionCode: STATES.get(String(region)), radiusKm: 20 }
      for (const { cidr } of cidrs) list.add(String(cidr), String(region), () => value)
    }
    yield* list.toStreams()
  },
})

async function readDocument(path: string): Promise<Document> {
  const document = JSON.parse(await readFile(path, 'utf8')) as Document
  if (!Array.isArray(document.regions)) throw new Error('expected a JSON object with regions')
  return document
}
