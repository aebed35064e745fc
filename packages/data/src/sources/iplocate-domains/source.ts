import { defineSource } from '@octet/core/source.ts'
import { CsvFields } from '../../readers/csv-fields.ts'
import { readPacked } from '../../readers/packed.ts'

/** The domain of the organisation behind an AS number. */
export type NetworkDomain = { readonly asn: number; readonly domain: string }

const COLUMNS = 'network,asn,country_code,name,org,domain'
const [NUMBER, DOMAIN] = [1, 5]

/**
 * Domains of networks, of which no source without share-alike was found. Off unless asked for, and left out of the files that
 * are passed on, whose terms they would change.
 */
export default defineSource<'domains', NetworkDomain>({
  id: 'iplocate-domains',
  title: { en: 'Domains of networks by IPLocate', zh: 'IPLocate 网络域名' },
  homepage: 'https://github.com/iplocate/ip-address-databases',
  licence: {
    name: 'CC-BY-SA-4.0',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
    attribution: { en: 'Domains of networks by IPLocate.io', zh: '网络域名由 IPLocate.io 提供' },
    mayRedistribute: false,
  },
  origin: {
    kind: 'url',
    urls: ['https://github.com/iplocate/ip-address-databases/raw/refs/heads/main/ip-to-asn/ip-to-asn.csv.zip'],
    cadence: 'daily',
    maxBytes: 128 << 20,
  },
  kind: 'domains',
  precedence: 10,
  isOptional: true,
  bounds: { minRows: 20_000, maxRows: 1_000_000 },
  golden: [],
  async *parse([file = '']) {
    const fields = new CsvFields(await readPacked(file, 'ip-to-asn.csv'))
    const head = fields.nextLine() ? fields.line().replace(/^\ufeff/, '') : ''
    if (head !== COLUMNS) throw new Error(`expected the columns ${COLUMNS}, got “${head.slice(0, 80)}”`)
    const seen = new Set<number>()
    while (fields.nextLine()) {
      const asn = fields.number(NUMBER)
      const domain = fields.text(DOMAIN).toLowerCase()
      if (!Number.isInteger(asn) || !domain.includes('.') || seen.has(asn)) continue
      seen.add(asn)
      yield { asn, domain }
    }
  },
})
