import { FLAGS } from '@octet/ipdb/meta.ts'
import { defineLayer } from '../../layer.ts'
import { mit } from '../../licences.ts'
import { readFlagLists } from '../../readers/flag-list.ts'

/** Exits of VPN services. It holds Apple’s relays too: a relay list, where loaded, takes them out (merge/decide.ts). */
export default defineLayer({
  id: 'x4bnet-vpn',
  title: { en: 'X4BNet VPN', zh: 'X4BNet VPN' },
  homepage: 'https://github.com/X4BNet/lists_vpn',
  licence: mit('https://github.com/X4BNet/lists_vpn/blob/main/LICENSE', 'VPN networks by X4BNet', 'VPN 网段由 X4BNet 提供'),
  origin: {
    kind: 'url',
    urls: [
      'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv4.txt',
      'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv6.txt',
    ],
    cadence: 'daily',
  },
  kind: 'flags',
  precedence: 10,
  bounds: { minRows: 2_000, maxRows: 1_000_000 },
  golden: [],
  parse: (files) => readFlagLists(files, FLAGS.vpn),
})
