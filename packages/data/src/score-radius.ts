import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Ipdb } from '@octet/ipdb/ipdb.ts'
import { distanceKm } from './places/gazetteer.ts'
import { pickAddress, type TruthRow } from './score.ts'

/** How often the radius that records of one kind state holds the true place: two thirds are promised. */
export type RadiusScore = {
  /** Which source placed them, and in which family. */
  readonly source: string
  readonly version: 4 | 6
  readonly isHosted: boolean
  /** The stated radius is this or less, in kilometres; Infinity for the widest. */
  readonly upToKm: number
  readonly feed: Held
  readonly indep: Held
}
type Held = { rows: number; held: number }

/** Upper ends of the classes of radii: a town, its surroundings, a region, and what reaches further. */
const CLASSES = [25, 50, 250, Infinity]

/** Counts by what placed a row and how far its radius reaches; one address of each row is asked, the same as for scores. */
export function scoreRadii(db: Ipdb, rows: readonly TruthRow[]): RadiusScore[] {
  const scores = new Map<string, RadiusScore>()
  for (const { network, latitude, longitude, tag } of rows) {
    if (latitude === undefined || longitude === undefined) continue
    const record = db.lookup(pickAddress(network), { lang: 'en', now: new Date(0) })
    const { latitude: north, longitude: east, accuracy_radius: radiusKm } = record
    if (north === null || east === null || radiusKm === null) continue
    const score = toKind(record, network.version, radiusKm)
    const key = [score.source, score.version, score.isHosted, CLASSES.indexOf(score.upToKm)].join(' ')
    if (!scores.has(key)) scores.set(key, score)
    const held = scores.get(key)![tag.startsWith('indep:') ? 'indep' : 'feed']
    held.rows++
    if (distanceKm({ latitude: north, longitude: east }, { latitude, longitude }) <= radiusKm) held.held++
  }
  return [...scores].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, score]) => score)
}

function toKind({ sources, proxy_data: flags }: IpRecord, version: 4 | 6, radiusKm: number): RadiusScore {
  return {
    source: sources.find(({ fields }) => fields.includes('latitude'))?.id ?? '–',
    version,
    isHosted: flags.is_hosting === true || flags.is_data_center === true,
    upToKm: CLASSES.find((km) => radiusKm <= km) ?? Infinity,
    feed: { rows: 0, held: 0 },
    indep: { rows: 0, held: 0 },
  }
}
