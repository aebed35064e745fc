import { defineOperatorFeed } from '../../operator-feed.ts'
import { publishedByOperator } from '../../licences.ts'

/** Where Netflix serves from. To be used only to improve the location of addresses. */
export default defineOperatorFeed({
  id: 'geofeed-netflix',
  title: { en: 'Netflix (geofeed)', zh: 'Netflix（geofeed）' },
  homepage: 'https://github.com/Netflix/nflx-geofeed',
  urls: ['https://raw.githubusercontent.com/Netflix/nflx-geofeed/main/geofeed.csv'],
  cadence: 'weekly',
  licence: publishedByOperator(
    'https://github.com/Netflix/nflx-geofeed',
    'Locations published by Netflix, only for improving the location of addresses',
    '位置数据由 Netflix 公布，仅可用于改进 IP 定位',
  ),
})
