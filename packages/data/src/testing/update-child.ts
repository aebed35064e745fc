import { FLAGS } from '@octet/ipdb/meta.ts'
import { defineLayer } from '../layer.ts'
import { mit } from '../licences.ts'
import { readFlagLists } from '../readers/flag-list.ts'
import { updateSources } from '../update.ts'
import { makeBasis, makeLayer } from './small-sources.ts'

/** Updates a small set of sources from a mirror and tells each step, so that a test can end it at any of them. */
const { varFolder, mirror } = JSON.parse(process.argv[2] ?? '') as { varFolder: string; mirror: string }
const list = defineLayer({
  id: 'vpn',
  title: { en: 'vpn', zh: 'vpn' },
  homepage: 'https://lists.example/',
  licence: mit('https://lists.example/', 'vpn', 'vpn'),
  origin: { kind: 'url', urls: ['https://lists.example/vpn.txt'], cadence: 'daily', maxBytes: 1e6 },
  kind: 'flags',
  precedence: 10,
  bounds: { minRows: 1, maxRows: 100_000 },
  golden: [],
  parse: (files) => readFlagLists(files, FLAGS.vpn),
})
const places = makeLayer('location', 'places', {
  4: [{ first: 0x0100_0000n, last: 0x01ff_ffffn, value: { country: 'AA', radiusKm: 9 } }],
})
const report = await updateSources({
  varFolder,
  mirror,
  sources: [...makeBasis(), places, list as never],
  onProgress: ({ id }) => process.send?.(id),
})
process.send?.(`report ${JSON.stringify(report)}`)
