import { defineOperatorFeed } from '../../operator-feed.ts'

/** Where subscribers of Ting Fiber are. */
export default defineOperatorFeed({
  id: 'geofeed-ting',
  title: { en: 'Ting Fiber (geofeed)', zh: 'Ting Fiber（geofeed）' },
  homepage: 'https://ting.com/internet',
  urls: ['https://geoip.tingfiber.net/tf-geofeed.csv'],
  cadence: 'weekly',
})
