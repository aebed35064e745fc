import { defineOperatorFeed } from '../../operator-feed.ts'

/** Data centres of Linode (Akamai). */
export default defineOperatorFeed({
  id: 'geofeed-linode',
  title: { en: 'Linode (geofeed)', zh: 'Linode（geofeed）' },
  homepage: 'https://geoip.linode.com/',
  urls: ['https://geoip.linode.com/'],
})
