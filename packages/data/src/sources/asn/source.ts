import { defineLayer } from '../../layer.ts'
import { ccBy } from '../../licences.ts'
import { readRangePair } from '../../readers/range-csv.ts'
import { readPackageDate } from '../../readers/package-date.ts'

/**
 * The network that announces each range, with its organisation. The package is a start, and is published no more; the files
 * that its maker releases each day, of the same form, take its place.
 */
export default defineLayer({
  id: 'asn',
  title: { en: 'AS numbers by RouteViews and DB-IP', zh: 'RouteViews 与 DB-IP 的自治系统数据' },
  homepage: 'https://github.com/sapics/ip-location-db/tree/main/origin-asn',
  licence: ccBy(
    'AS numbers by RouteViews (routeviews.org), NRO (nro.net) and DB-IP (db-ip.com)',
    '自治系统数据由 RouteViews（routeviews.org）、NRO（nro.net）和 DB-IP（db-ip.com）提供',
  ),
  origin: {
    kind: 'npm',
    package: '@ip-location-db/asn',
    files: ['asn-ipv4-num.csv', 'asn-ipv6.csv'],
    newer: {
      urls: [
        'https://github.com/sapics/ip-location-db/releases/download/latest/origin-asn-ipv4-num.csv',
        'https://github.com/sapics/ip-location-db/releases/download/latest/origin-asn-ipv6.csv',
      ],
      cadence: 'daily',
      maxBytes: 128 << 20,
    },
  },
  kind: 'asn',
  precedence: 10,
  bounds: { minRows: 300_000, maxRows: 5_000_000 },
  golden: [
    { address: '8.8.8.8', expect: { 'ASN.asn': 15_169 } },
    { address: '2606:4700:4700::1111', expect: { 'ASN.asn': 13_335 } },
  ],
  readDate: readPackageDate,
  parse: (files) =>
    readRangePair(files, {
      toKey: (row) => row.number(2),
      toValue: (row) => ({ asn: row.number(2), name: row.text(3) }),
    }),
})
