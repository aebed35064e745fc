import { defineLayer } from '../../layer.ts'
import { ccBy } from '../../licences.ts'
import { readPackageDate } from '../../readers/package-date.ts'
import { readRangePair } from '../../readers/range-csv.ts'

/** The country in which a range is used, as operators state it in whois and geofeeds of the registries. */
export default defineLayer({
  id: 'geo-whois',
  title: { en: 'Country of use by WHOIS data', zh: 'WHOIS 数据中的使用国家' },
  homepage: 'https://github.com/sapics/ip-location-db/tree/main/geo-whois-asn-country',
  licence: ccBy('Registry data by NRO (nro.net)', '注册数据由 NRO（nro.net）提供'),
  origin: {
    kind: 'npm',
    package: '@ip-location-db/geo-whois-asn-country',
    files: ['geo-whois-asn-country-ipv4-num.csv', 'geo-whois-asn-country-ipv6.csv'],
  },
  kind: 'country',
  precedence: 10,
  bounds: { minRows: 200000, maxRows: 5_000_000 },
  golden: [],
  readDate: readPackageDate,
  parse: (files) =>
    readRangePair(files, {
      toKey: (row) => row.text(2),
      toValue: (row) => ({ country: row.text(2) }),
    }),
})
