import { FLAGS } from '@octet/ipdb/meta.ts'
import { defineLayer } from '../../layer.ts'
import { publishedByOperator } from '../../licences.ts'
import { readFlagLists } from '../../readers/flag-list.ts'

/** Where users of iCloud Private Relay come out, merged from the list Apple publishes. */
export default defineLayer({
  id: 'icloud-relay',
  title: { en: 'iCloud Private Relay', zh: 'iCloud 专用代理' },
  homepage: 'https://github.com/hroost/icloud-private-relay-iplist',
  licence: publishedByOperator(
    'https://support.apple.com/en-us/102602',
    'Egress addresses of iCloud Private Relay, published by Apple',
    'iCloud 专用代理出口地址，由 Apple 公布',
  ),
  origin: {
    kind: 'url',
    urls: ['https://raw.githubusercontent.com/hroost/icloud-private-relay-iplist/main/ip-ranges.txt'],
    cadence: 'daily',
  },
  kind: 'flags',
  precedence: 10,
  bounds: { minRows: 2_000, maxRows: 1_000_000 },
  golden: [],
  parse: (files) => readFlagLists(files, FLAGS.relay),
})
