import { isAppError } from '@octet/core/errors.ts'
import { toRowPoint, type Point } from './point.ts'
import type { PointHub } from './point-hub.ts'
import type { PointRow } from './point-row.ts'
import type { PointStore } from './point-store.ts'

type Parts = { readonly hub: PointHub; readonly store: PointStore; readonly accountId: string | null }

/** Points an asker may use: connected ones first by name, then those that are away. */
export async function listPoints({ hub, store, accountId }: Parts): Promise<PointRow[]> {
  const connected = hub.roster.list().filter(({ owner }) => owner === null || owner === accountId)
  const known = await findStored(store, accountId)
  const online = new Set(connected.map(({ id }) => id))
  const away = known.filter(({ id }) => !online.has(id)).map((point) => toAwayRow(point, accountId))
  return [...connected.map((point) => toRow(point, accountId)).sort(byName), ...away.sort(byName)]
}

type Stored = Awaited<ReturnType<PointStore['list']>>[number]

/** Without the database the connected points are still there. */
async function findStored(store: PointStore, accountId: string | null): Promise<Stored[]> {
  try {
    const [shared, own] = await Promise.all([store.list(null), accountId === null ? [] : store.list(accountId)])
    return [...shared, ...own]
  } catch (error) {
    if (isAppError(error) && error.key === 'unavailable') return []
    throw error
  }
}

function toRow(point: Point, accountId: string | null): PointRow {
  const { status, step, version, load } = point
  return {
    ...toRowPoint(point),
    status,
    step,
    version,
    isOwn: point.owner !== null && point.owner === accountId,
    tasks: [...point.tasks],
    load: { cpuPercent: load.cpuPercent, jobs: load.jobs },
    lastSeenAt: null,
  }
}

function toAwayRow(point: Stored, accountId: string | null): PointRow {
  const { id, name, country, city, latitude, longitude, tags, version } = point
  return {
    id,
    name,
    nameZh: null,
    tags,
    version,
    status: 'offline',
    isOwn: point.account_id !== null && point.account_id === accountId,
    continent: null,
    country: country ?? null,
    city: city ?? null,
    cityZh: null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    asn: null,
    network: null,
    step: null,
    tasks: [],
    load: null,
    lastSeenAt: point.last_seen_at?.toISOString() ?? null,
  }
}

const byName = (a: PointRow, b: PointRow): number => a.name.localeCompare(b.name, 'en')
