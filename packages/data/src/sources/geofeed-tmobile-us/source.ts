import { defineOperatorFeed } from '../../operator-feed.ts'

/** Where subscribers of T-Mobile in the United States come out. */
export default defineOperatorFeed({
  id: 'geofeed-tmobile-us',
  title: { en: 'T-Mobile US (geofeed)', zh: 'T-Mobile 美国（geofeed）' },
  homepage: 'https://github.com/tmobile/tmus-geofeed',
  urls: ['https://raw.githubusercontent.com/tmobile/tmus-geofeed/main/tmus-geo-ip.txt'],
  cadence: 'weekly',
  golden: [{ address: '172.32.0.1', expect: { country_code: 'US' } }],
})
