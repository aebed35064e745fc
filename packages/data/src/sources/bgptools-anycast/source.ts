import { ANYCAST } from '@octet/ipdb/meta.ts'
import { defineLayer } from '../../layer.ts'
import { notStated } from '../../licences.ts'
import { readFlagLists } from '../../readers/flag-list.ts'

/** Networks announced from many places at once: no radius around one place holds for them. No terms are stated, so it is off unless asked for. */
export default defineLayer({
  id: 'bgptools-anycast',
  title: { en: 'Anycast prefixes by bgp.tools', zh: 'bgp.tools 任播前缀' },
  homepage: 'https://github.com/bgptools/anycast-prefixes',
  licence: notStated(
    'https://github.com/bgptools/anycast-prefixes',
    'Anycast prefixes by bgp.tools',
    '任播前缀由 bgp.tools 提供',
  ),
  origin: {
    kind: 'url',
    urls: [
      'https://raw.githubusercontent.com/bgptools/anycast-prefixes/master/anycatch-v4-prefixes.txt',
      'https://raw.githubusercontent.com/bgptools/anycast-prefixes/master/anycatch-v6-prefixes.txt',
    ],
    cadence: 'weekly',
  },
  kind: 'flags',
  precedence: 10,
  isOptional: true,
  bounds: { minRows: 1_000, maxRows: 100_000 },
  golden: [],
  parse: (files) => readFlagLists(files, ANYCAST),
})
