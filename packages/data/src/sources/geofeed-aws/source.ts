import { defineOperatorFeed } from '../../operator-feed.ts'

/** Where the regions and local zones of Amazon Web Services are, derived from its ip-ranges.json. */
export default defineOperatorFeed({
  id: 'geofeed-aws',
  title: { en: 'AWS (geofeed)', zh: 'AWS（geofeed）' },
  homepage: 'https://github.com/chriselsen/AWS-Geofeed',
  urls: ['https://raw.githubusercontent.com/chriselsen/AWS-Geofeed/main/data/aws-geofeed.txt'],
})
