import { defineOperatorFeed } from '../../operator-feed.ts'

/** Networks of NTT Global and its customers. */
export default defineOperatorFeed({
  id: 'geofeed-ntt',
  title: { en: 'NTT (geofeed)', zh: 'NTT（geofeed）' },
  homepage: 'https://github.com/nttgin/geofeeds',
  urls: ['https://raw.githubusercontent.com/nttgin/geofeeds/main/geofeeds.csv'],
  cadence: 'weekly',
})
