import { defineLayer } from '../../layer.ts'
import { ccBy } from '../../licences.ts'
import { readPackageDate } from '../../readers/package-date.ts'
import { readRangePair } from '../../readers/range-csv.ts'

/** The country in which the holder of a range is registered; only used to weigh other sources. */
export default defineLayer({
  id: 'asn-country',
  title: { en: 'Country of registration', zh: '注册国家' },
  homepage: 'https://github.com/sapics/ip-location-db/tree/main/asn-country',
  licence: ccBy('Registry data by NRO (nro.net)', '注册数据由 NRO（nro.net）提供'),
  origin: { kind: 'npm', package: '@ip-location-db/asn-country', files: ['asn-country-ipv4-num.csv', 'asn-country-ipv6.csv'] },
  kind: 'registration',
  precedence: 10,
  bounds: { minRows: 80000, maxRows: 5_000_000 },
  golden: [],
  readDate: readPackageDate,
  parse: (files) =>
    readRangePair(files, {
      toKey: (row) => row.text(2),
      toValue: (row) => ({ country: row.text(2) }),
    }),
})
