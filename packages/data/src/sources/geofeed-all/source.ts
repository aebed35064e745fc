import { defineOperatorFeed, FEED_PRECEDENCE } from '../../operator-feed.ts'
import { notStated } from '../../licences.ts'

/** All feeds that registry data point to, gathered and checked by others. No terms are stated, so it is off unless asked for. */
export default defineOperatorFeed({
  id: 'geofeed-all',
  title: { en: 'GeoFeed-Harvester', zh: 'GeoFeed-Harvester' },
  homepage: 'https://github.com/ipanalytics/GeoFeed-Harvester',
  urls: ['https://github.com/ipanalytics/GeoFeed-Harvester/releases/latest/download/geofeed.csv.gz'],
  maxRows: 5_000_000,
  precedence: FEED_PRECEDENCE - 10,
  isOptional: true,
  licence: notStated(
    'https://github.com/ipanalytics/GeoFeed-Harvester',
    'Feeds of operators, gathered by GeoFeed-Harvester',
    '各运营商的位置数据，由 GeoFeed-Harvester 汇集',
  ),
})
