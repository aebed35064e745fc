import { defineOperatorFeed } from '../../operator-feed.ts'

/** Regions of Google Cloud. */
export default defineOperatorFeed({
  id: 'geofeed-gcp',
  title: { en: 'Google Cloud (geofeed)', zh: 'Google Cloud（geofeed）' },
  homepage: 'https://cloud.google.com/compute/docs/faq#find_ip_range',
  urls: ['https://www.gstatic.com/ipranges/cloud_geofeed'],
})
