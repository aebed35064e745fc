import { defineOperatorFeed } from '../../operator-feed.ts'

/** Data centres of DigitalOcean. */
export default defineOperatorFeed({
  id: 'geofeed-digitalocean',
  title: { en: 'DigitalOcean (geofeed)', zh: 'DigitalOcean（geofeed）' },
  homepage: 'https://www.digitalocean.com/',
  urls: ['https://digitalocean.com/geo/google.csv'],
})
