import { defineOperatorFeed } from '../../operator-feed.ts'

/** Where users of the WARP client of Cloudflare are, by the address they come out of. */
export default defineOperatorFeed({
  id: 'geofeed-cloudflare',
  title: { en: 'Cloudflare (geofeed)', zh: 'Cloudflare（geofeed）' },
  homepage: 'https://developers.cloudflare.com/warp-client/known-issues-and-faq/',
  urls: ['https://api.cloudflare.com/local-ip-ranges.csv'],
})
