import type { Ipdb } from '../../ipdb.ts'
import { ALL_FLAGS, FLAGS, type LayerSource } from '../../meta.ts'
import { ANONYMISING, isHostingListed } from '../../provenance.ts'
import { Resolved } from '../../resolver.ts'
import type { MmdbMap } from '../mmdb/value.ts'
import type { Cell, Column, Product, ProductReader } from '../product.ts'
import { cached, ValueTable } from '../value-table.ts'
import { PRIVACY_COLUMNS } from './columns.ts'

const [ANY, VPN, TOR, PROXY, RELAY, HOSTING, , LAST_SEEN, LISTS] = PRIVACY_COLUMNS
const named = (name: string, { type, description }: Column): Column => ({ name, type, description })

/** As tables of networks are imported elsewhere: the names of the nested layout, 1 and 0. */
const BLOCK_COLUMNS: readonly Column[] = [
  named('is_anonymous', ANY),
  named('is_anonymous_vpn', VPN),
  named('is_hosting_provider', HOSTING),
  named('is_public_proxy', PROXY),
  named('is_tor_exit_node', TOR),
  named('is_relay', RELAY),
  named('network_last_seen', LAST_SEEN),
  named('lists', LISTS),
]

/** VPN, Tor, proxy, relay, hosting: with the lists that say so and their date. */
export const privacy: Product = {
  id: 'privacy',
  title: { en: 'Privacy', zh: '隐私检测' },
  summary: {
    en: 'VPN, Tor, proxy, relay, hosting and data-centre ranges, each with the lists that name it and their date. Ranges that no list names are left out; a kind of which no list is loaded is empty.',
    zh: 'VPN、Tor、代理、中继、托管和数据中心地址段，附收录它的名单及日期；未被任何名单收录的地址段不在其中，未加载名单的类别留空。',
  },
  columns: PRIVACY_COLUMNS,
  types: { nested: 'Octet-Anonymous-IP', compatible: 'Octet-GeoIP2-Anonymous-IP', flat: 'Octet-flat-privacy' },
  blockColumns: BLOCK_COLUMNS,
  nestedFields: [
    'is_anonymous',
    'is_anonymous_vpn',
    'is_tor_exit_node',
    'is_public_proxy',
    'is_relay',
    'is_hosting_provider',
    'network_last_seen',
    'lists[]',
  ],
  open,
}

function open(db: Ipdb): ProductReader {
  const { reader } = db
  const { resolver } = reader
  const it = new Resolved()
  const isHostingNetwork = () => (resolver.flagsOfAsn(it.asn) & FLAGS.hosting) !== 0
  const table = new ValueTable(resolver.recordCount, (record) => {
    resolver.read(record, it)
    const { flags, known } = reader.flagsOf(record)
    return flags === 0 ? 0 : ((it.layerSet * 2 + Number(isHostingNetwork())) * 64 + flags) * 64 + known
  })
  const toEvidence = cached((key: number) => findEvidence(db, key >>> 1, (key & 1) !== 0))
  const describe = (value: number) => {
    const record = table.records[value]!
    resolver.read(record, it)
    return { ...reader.flagsOf(record), ...toEvidence(it.layerSet * 2 + Number(isHostingNetwork())) }
  }
  return {
    values: table.values,
    size: table.size,
    read(value): Cell[] {
      const { flags, known, lastSeen, lists } = describe(value)
      const { isProxy, value: is } = reader.flagParts.get(flags, known)
      const kinds = [is.is_vpn, is.is_tor, is.is_proxy, is.is_relay, is.is_hosting, is.is_data_center]
      return [isProxy, ...kinds, lastSeen, lists]
    },
    readBlock(value): Cell[] {
      const { flags, lastSeen, lists } = describe(value)
      const { vpn, tor, proxy, relay, hosting, dataCenter } = FLAGS
      const bits = [ANONYMISING, vpn, hosting | dataCenter, proxy, tor, relay]
      return [...bits.map((bit) => ((flags & bit) === 0 ? 0 : 1)), lastSeen, lists]
    },
    nest(value): MmdbMap {
      const { flags, lastSeen, lists } = describe(value)
      const has = (bit: number) => (flags & bit) !== 0
      return {
        ...(has(ANONYMISING) && { is_anonymous: true }),
        ...(has(FLAGS.vpn) && { is_anonymous_vpn: true }),
        ...(has(FLAGS.hosting | FLAGS.dataCenter) && { is_hosting_provider: true }),
        ...(has(FLAGS.proxy) && { is_public_proxy: true }),
        ...(has(FLAGS.relay) && { is_relay: true }),
        ...(has(FLAGS.tor) && { is_tor_exit_node: true }),
        ...(lastSeen !== null && { network_last_seen: lastSeen }),
        ...(lists.length > 0 && { lists }),
      }
    },
  }
}

/** The lists behind the flags of a record, and the names of networks where hosting is known by those alone. */
function findEvidence(
  { reader: { meta } }: Ipdb,
  layerSet: number,
  isHostingNetwork: boolean,
): { lists: readonly string[]; lastSeen: string | null } {
  const layers = meta.layerSets[layerSet]!
  // A list of anycast networks says nothing of these flags.
  const byList = layers.flags.filter((at) => ((meta.sources[at]?.flags ?? ALL_FLAGS) & ALL_FLAGS) !== 0)
  const byName = isHostingNetwork && !isHostingListed(layers, meta.sources) ? [layers.usage ?? meta.fixedSources.usage] : []
  const sources = [...byList, ...byName].flatMap((at): LayerSource[] => (meta.sources[at] ? [meta.sources[at]] : []))
  const dates = sources.flatMap(({ date }) => (date === null ? [] : [date])).sort()
  return { lists: sources.map(({ id }) => id), lastSeen: dates.at(-1) ?? null }
}
