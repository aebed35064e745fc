import { FLAGS } from '@octet/ipdb/meta.ts'
import { defineLayer } from '../../layer.ts'
import { mit } from '../../licences.ts'
import { readFlagLists } from '../../readers/flag-list.ts'

/** Networks of hosting companies and data centres, from a list of their AS numbers kept by hand. */
export default defineLayer({
  id: 'x4bnet-datacenter',
  title: { en: 'X4BNet data centres', zh: 'X4BNet 数据中心' },
  homepage: 'https://github.com/X4BNet/lists_vpn',
  licence: mit(
    'https://github.com/X4BNet/lists_vpn/blob/main/LICENSE',
    'Data centre networks by X4BNet',
    '数据中心网段由 X4BNet 提供',
  ),
  origin: {
    kind: 'url',
    urls: [
      'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/datacenter/ipv4.txt',
      'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/datacenter/ipv6.txt',
    ],
    cadence: 'daily',
  },
  kind: 'flags',
  precedence: 10,
  bounds: { minRows: 10_000, maxRows: 1_000_000 },
  golden: [],
  parse: (files) => readFlagLists(files, FLAGS.hosting | FLAGS.dataCenter),
})
