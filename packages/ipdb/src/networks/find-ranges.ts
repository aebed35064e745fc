import { AppError } from '@octet/core/errors.ts'
import type { IpRange } from '@octet/core/ip/range.ts'
import type { Ipdb } from '../open.ts'
import { ANYCAST, FLAGS } from '../meta.ts'
import { NetworkIndex, type Network } from './network-index.ts'
import { parseAsn } from './parse-asn.ts'

/** What ranges can be asked by. */
export const RANGE_KEYS = ['country', 'asn', 'org', 'domain', 'tag'] as const
export type RangeKey = (typeof RANGE_KEYS)[number]

/** Tags of address space, as bits of a record's flags. */
const TAGS: Readonly<Record<string, number>> = {
  vpn: FLAGS.vpn,
  tor: FLAGS.tor,
  data_center: FLAGS.dataCenter,
  proxy: FLAGS.proxy,
  relay: FLAGS.relay,
  hosting: FLAGS.hosting,
  anycast: ANYCAST,
}

export type FoundRanges = {
  /** The owner as the data writes it. */
  readonly owner: string
  /** The networks behind an organisation or a domain. */
  readonly networks: readonly Network[]
  readonly ranges: Iterable<IpRange>
}

type Wanted = { readonly by: RangeKey; readonly owner: string; readonly family?: 'both' | 'ipv4' | 'ipv6' }
type Version = 4 | 6 | undefined

/** The ranges of an owner. Throws `bad_input`, and `unsupported_value` when the data cannot tell. */
export function findRanges(db: Ipdb, { by, owner, family = 'both' }: Wanted): FoundRanges {
  const version = family === 'both' ? undefined : family === 'ipv4' ? 4 : 6
  switch (by) {
    case 'country':
      return plain(parseCountry(owner), db.ranges({ country: parseCountry(owner), ...(version && { version }) }))
    case 'asn':
      return plain(`AS${parseAsn(owner)}`, db.ranges({ asn: parseAsn(owner), ...(version && { version }) }))
    case 'tag':
      return findTagged(db, owner, version)
    case 'org':
    case 'domain':
      return findOwned(db, by, owner, version)
  }
}

const plain = (owner: string, ranges: Iterable<IpRange>): FoundRanges => ({ owner, networks: [], ranges })

function parseCountry(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase()
  throw new AppError('bad_input', {
    field: 'owner',
    expected: { en: 'a country code of two letters', zh: '两个字母的国家代码' },
    got: text.slice(0, 40),
  })
}

function findTagged(db: Ipdb, tag: string, version: Version): FoundRanges {
  const name = tag.toLowerCase()
  const bit = Object.hasOwn(TAGS, name) ? TAGS[name]! : undefined
  if (bit === undefined)
    throw new AppError('bad_input', {
      field: 'owner',
      expected: { en: `a tag: ${Object.keys(TAGS).join(', ')}`, zh: `标签：${Object.keys(TAGS).join('、')}` },
      got: tag.slice(0, 40),
    })
  const { meta, resolver } = db.reader
  const isLoaded = meta.sources.some(({ flags = 0 }) => (flags & bit) !== 0) || (meta.knownByAsn & bit) !== 0
  if (!isLoaded)
    throw new AppError('unsupported_value', {
      got: tag,
      reason: { en: 'no list of this tag is loaded', zh: '尚未加载此标签的名单' },
    })
  const isTagged = (record: number) =>
    ((resolver.flagsOf(record) | resolver.flagsOfAsn(resolver.asnNumberOf(record))) & bit) !== 0
  return plain(name, db.rangesWhere(isTagged, version))
}

function findOwned(db: Ipdb, by: 'org' | 'domain', owner: string, version: Version): FoundRanges {
  const index = NetworkIndex.of(db)
  if (by === 'domain' && !index.hasDomains)
    throw new AppError('unsupported_value', {
      got: owner,
      reason: {
        en: 'no source of domains of networks is loaded; ask by org or asn',
        zh: '未加载网络域名数据，请改用 org 或 asn 查询',
      },
    })
  const networks = by === 'domain' ? index.findByDomain(owner) : index.findByOrganization(owner)
  const numbers = new Set(networks.map(({ asn }) => asn))
  return { owner, networks, ranges: db.rangesWhere((record) => numbers.has(db.reader.resolver.asnOf(record)), version) }
}
