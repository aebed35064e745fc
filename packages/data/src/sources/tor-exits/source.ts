import { FLAGS } from '@octet/ipdb/meta.ts'
import { defineLayer } from '../../layer.ts'
import { mit } from '../../licences.ts'
import { readFlagLists } from '../../readers/flag-list.ts'

/** Exit relays of the Tor network, from its directory: fingerprint, address, port. */
export default defineLayer({
  id: 'tor-exits',
  title: { en: 'Tor exit relays', zh: 'Tor 出口节点' },
  homepage: 'https://github.com/alireza-rezaee/tor-nodes',
  licence: mit(
    'https://github.com/alireza-rezaee/tor-nodes',
    'Tor exit relays by the Tor Project, listed by tor-nodes',
    'Tor 出口节点数据来自 Tor 项目，由 tor-nodes 整理',
  ),
  origin: {
    kind: 'url',
    urls: ['https://raw.githubusercontent.com/alireza-rezaee/tor-nodes/main/latest.exits.csv'],
    cadence: 'daily',
  },
  kind: 'flags',
  precedence: 10,
  bounds: { minRows: 500, maxRows: 100_000 },
  golden: [],
  parse: (files) => readFlagLists(files, FLAGS.tor, toRelayAddress),
})

/** The second field; undefined for the heading. */
function toRelayAddress(line: string): string | undefined {
  const [fingerprint = '', address = ''] = line.split(',', 2)
  return fingerprint === 'fingerprint' ? undefined : address.trim()
}
