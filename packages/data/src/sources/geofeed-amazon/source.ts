import { defineOperatorFeed, FEED_PRECEDENCE } from '../../operator-feed.ts'

/** Where Amazon Web Services says its addresses are: finer than the feed derived from its regions, so it stands above that. */
export default defineOperatorFeed({
  id: 'geofeed-amazon',
  title: { en: 'Amazon Web Services (geofeed)', zh: '亚马逊云服务（geofeed）' },
  homepage: 'https://docs.aws.amazon.com/vpc/latest/userguide/aws-ip-ranges.html',
  urls: ['https://ip-ranges.amazonaws.com/geo-ip-feed.csv'],
  precedence: FEED_PRECEDENCE + 1,
})
