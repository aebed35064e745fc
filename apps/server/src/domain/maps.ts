import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { countOf } from '@octet/core/counted.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { toWider } from '@octet/core/ip/wider.ts'
import type { Lang } from '@octet/core/text.ts'
import { joinText } from '@octet/core/text.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import type { Database } from '../storage/database.ts'
import { findMap, hasMap, holdMapBytes, insertMap } from '../storage/queries/maps.ts'
import { TURN, type Gathered } from '@octet/ipdb/summary/summarize.ts'

/** Points on a map; those with the fewest addresses are left out of a larger one. */
const MAX_POINTS = 2_000
const KEPT_DAYS = 30
/** What all of them may take together, as with kept inputs. */
const MAX_TOTAL_BYTES = 1 << 30
const SAMPLES = 3

export const mapSchema = z.object({
  found: z
    .number()
    .int()
    .describe(joinText({ en: 'Unique addresses', zh: '去重后的地址数' })),
  placed: z
    .number()
    .int()
    .describe(joinText({ en: 'Of these with a place', zh: '其中有位置的' })),
  points: z.array(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      radius_km: z.number().nullable(),
      place: z.string(),
      country_code: z.string().nullable(),
      count: z.number().int(),
      addresses: z
        .array(z.string())
        .describe(joinText({ en: 'One of each row of the data, at most three', zh: '数据中每行一个，最多三个' })),
    }),
  ),
  build: z.string(),
})
export type AddressMap = z.output<typeof mapSchema>

/** Draws gathered addresses: one point for each place. Throws `bad_input` where there is no address. */
export async function drawMap(db: Ipdb, gathered: Gathered, lang: Lang): Promise<AddressMap> {
  if (gathered.unique.size === 0)
    throw new AppError('bad_input', {
      field: 'body',
      expected: { en: 'one address at least', zh: '至少一个 IP 地址' },
      got: { en: `${countOf(gathered.invalid, 'value')} without one`, zh: `${gathered.invalid} 个无法识别的值` },
    })
  const points = new Map<string, AddressMap['points'][number]>()
  const now = new Date()
  let [placed, turns] = [0, 0]
  for (const { address, count } of gathered.rows.values()) {
    if (++turns % TURN === 0) await new Promise(setImmediate)
    const { latitude, longitude, ...record } = db.lookup(address, { lang, now })
    if (latitude === null || longitude === null) continue
    placed += count
    const key = `${latitude},${longitude}`
    const place = toPlaceLine(record, lang)
    const { accuracy_radius, country_code } = record
    const point = points.get(key) ?? { latitude, longitude, radius_km: null, place, country_code, count: 0, addresses: [] }
    point.radius_km = toWider(point.radius_km, accuracy_radius)
    point.count += count
    if (point.addresses.length < SAMPLES) point.addresses.push(address)
    points.set(key, point)
  }
  const all = [...points.values()].sort((a, b) => b.count - a.count)
  return { found: gathered.unique.size, placed, points: all.slice(0, MAX_POINTS), build: db.build }
}

type LookUp = (address: string, lang: Lang) => IpRecord

/** A kept map with the names of its places in a language, where the data still puts their addresses there. */
export function withPlaces(map: AddressMap, lang: Lang, lookUp: LookUp): AddressMap {
  const toPlace = ({ addresses: [address = ''], latitude, longitude, place }: AddressMap['points'][number]): string => {
    const record = findRecord(address, lang, lookUp)
    return record?.latitude === latitude && record.longitude === longitude ? toPlaceLine(record, lang) : place
  }
  return { ...map, points: map.points.map((point) => ({ ...point, place: toPlace(point) })) }
}

function findRecord(address: string, lang: Lang, lookUp: LookUp): IpRecord | undefined {
  try {
    return lookUp(address, lang)
  } catch (error) {
    if (isAppError(error)) return undefined // without data the names are those of its making
    throw error
  }
}

/** Maps that were asked to be kept, for whoever has their address. */
export class Maps {
  readonly #database: Database
  readonly #maxBytes: number

  constructor(database: Database, maxBytes = MAX_TOTAL_BYTES) {
    this.#database = database
    this.#maxBytes = maxBytes
  }

  /** Keeps a map for 30 days under an id that cannot be guessed. Throws `unavailable` where all room is taken. */
  async keep(map: AddressMap): Promise<string> {
    const id = randomBytes(12).toString('base64url')
    await this.#database.transact(async (queries) => {
      if ((await holdMapBytes(queries)) >= this.#maxBytes)
        throw new AppError('unavailable', { reason: { en: 'the room for kept maps is full', zh: '保存地图的空间已满' } })
      await insertMap(queries, { id, report: JSON.stringify(map), days: KEPT_DAYS })
    })
    return id
  }

  /** Whether a map is kept under this id. */
  has(id: string): Promise<boolean> {
    return this.#database.run((queries) => hasMap(queries, id))
  }

  /** A kept map. Throws `no_such`. */
  async get(id: string): Promise<AddressMap> {
    const report = await this.#database.run((queries) => findMap(queries, id))
    if (!report) throw new AppError('no_such', { what: { en: 'map', zh: '地图' }, got: id })
    return report as AddressMap
  }
}
