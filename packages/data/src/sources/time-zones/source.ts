import { createRequire } from 'node:module'
import { defineSource } from '@octet/core/source.ts'

export type FindZone = (latitude: number, longitude: number) => string

/** The IANA time zone of a point. */
export default defineSource<'zones', FindZone>({
  id: 'time-zones',
  title: { en: 'Time zone boundaries (tz-lookup)', zh: '时区边界（tz-lookup）' },
  homepage: 'https://github.com/photostructure/tz-lookup',
  licence: {
    name: 'CC0-1.0',
    url: 'https://github.com/photostructure/tz-lookup/blob/main/LICENSE',
    attribution: { en: 'Time zones by tz-lookup', zh: '时区数据由 tz-lookup 提供' },
    mayRedistribute: true,
  },
  origin: { kind: 'npm', package: '@photostructure/tz-lookup', files: ['tz.js'] },
  kind: 'zones',
  precedence: 0,
  bounds: { minRows: 1, maxRows: 1 },
  golden: [],
  *parse(files) {
    yield createRequire(import.meta.url)(files[0]!) as FindZone
  },
})
