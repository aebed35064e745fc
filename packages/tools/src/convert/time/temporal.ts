import type { Temporal as TemporalTypes } from 'temporal-polyfill'

/** The library, as it is loaded on first use. */
export type Temporal = typeof TemporalTypes
export type Zoned = TemporalTypes.ZonedDateTime
