import type { Golden, Licence, Remote } from '@octet/core/source.ts'
import type { Text } from '@octet/core/text.ts'
import { defineLayer, type LayerSourceOf } from './layer.ts'
import { publishedByOperator } from './licences.ts'
import { readGeofeedDate, readGeofeeds } from './readers/geofeed.ts'

/** Above every worldwide source: operators know where their own networks are. */
export const FEED_PRECEDENCE = 50

export type OperatorFeed = {
  readonly id: string
  readonly title: Text
  readonly homepage: string
  readonly urls: readonly string[]
  readonly cadence?: Remote['cadence']
  readonly maxRows?: number
  readonly golden?: readonly Golden[]
  /** Facts published by the operator unless given. */
  readonly licence?: Licence
  readonly precedence?: number
  readonly isOptional?: boolean
}

/** A location feed in the format of RFC 8805. */
export function defineOperatorFeed(feed: OperatorFeed): LayerSourceOf<'location'> {
  const { id, title, homepage, urls, cadence = 'daily', maxRows = 500_000, golden = [], precedence = FEED_PRECEDENCE } = feed
  return defineLayer({
    id,
    title,
    homepage,
    licence: feed.licence ?? publishedByOperator(homepage, `Locations published by ${title.en}`, `位置数据由${title.zh}公布`),
    origin: { kind: 'url', urls, cadence },
    kind: 'location',
    precedence,
    isOptional: feed.isOptional ?? false,
    bounds: { minRows: 50, maxRows },
    golden,
    readDate: readGeofeedDate,
    parse: readGeofeeds,
  })
}
