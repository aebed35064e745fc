import type { Summary } from '@octet/ipdb/summary/summarize.ts'

type Counts = Readonly<Record<string, number>>

/** A summary in the form of ipinfo: maps of counts instead of lists. */
export function toIpinfoSummary(summary: Summary): object {
  return {
    total: summary.total,
    unique: summary.unique,
    countries: toCounts(summary.countries),
    cities: toCounts(summary.cities),
    regions: toCounts(summary.regions),
    asns: toCounts(summary.asns),
    companies: toCounts(summary.asns.map(({ name, count }) => ({ name: name.replace(/^AS\d+ /, ''), count }))),
    ipTypes: toCounts(summary.usage_types),
    routes: {},
    carriers: {},
    mobile: 0,
    domains: {},
    privacy: {
      vpn: summary.privacy.vpn,
      proxy: summary.privacy.proxy,
      hosting: summary.privacy.hosting,
      relay: summary.privacy.relay,
      tor: summary.privacy.tor,
    },
    privacyServices: {},
    anycast: 0,
    bogon: summary.bogon,
  }
}

function toCounts(list: Summary['countries']): Counts {
  const counts: Record<string, number> = Object.create(null)
  for (const { name, count } of list) counts[name] = (counts[name] ?? 0) + count
  return counts
}
