import { defineOperatorFeed } from '../../operator-feed.ts'

/** Where subscribers of Starlink come out. */
export default defineOperatorFeed({
  id: 'geofeed-starlink',
  title: { en: 'Starlink (geofeed)', zh: '星链（geofeed）' },
  homepage: 'https://geoip.starlinkisp.net/',
  urls: ['https://geoip.starlinkisp.net/feed.csv'],
})
