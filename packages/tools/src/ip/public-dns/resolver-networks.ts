/**
 * Autonomous systems of public resolvers' operators, by the id in {@link ./resolvers.ts}: what a resolver asks from is not the
 * address that it serves at. Left out are those in which providers have their customers' lines, for a resolver in there
 * may be anybody's. Curated by hand from the operators' registrations.
 */
export const RESOLVER_NETWORKS: Readonly<Record<string, readonly number[]>> = {
  cloudflare: [13335],
  google: [15169],
  quad9: [19281],
  opendns: [36692],
  adguard: [212772],
  alidns: [37963, 45102],
  dnspod: [45090, 132203],
  baidu: [38365, 55967],
  yandex: [13238],
  dns4eu: [198121],
  'dns-sb': [24013],
  controld: [398962],
  'cleanbrowsing-security': [205157],
  nextdns: [34939],
  verisign: [12008, 19905],
}
