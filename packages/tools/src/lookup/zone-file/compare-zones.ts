import type { ZoneRecord } from './read-zone.ts'
import { sortRecords, writeData } from './write-zone.ts'

export type Change = {
  readonly change: 'added' | 'removed' | 'changed'
  readonly name: string
  readonly type: string
  readonly before: readonly ZoneRecord[]
  readonly after: readonly ZoneRecord[]
  readonly removed: readonly ZoneRecord[]
  readonly added: readonly ZoneRecord[]
  readonly isTtlNew: boolean
}

/** What differs between the records of two zones, by name and type; their order and how they are written do not count. */
export function compareZones(before: readonly ZoneRecord[], after: readonly ZoneRecord[]): Change[] {
  const [old, young] = [before, after].map((records) => Map.groupBy(records, toSetKey)) as [Sets, Sets]
  const firsts = sortRecords([...new Map([...young, ...old]).values()].map(([first]) => first!))
  return firsts.flatMap((first) => {
    const key = toSetKey(first)
    const change = compareSets(old.get(key) ?? [], young.get(key) ?? [], first)
    return change ? [change] : []
  })
}

type Sets = Map<string, ZoneRecord[]>
const toSetKey = ({ owner, type }: ZoneRecord): string => `${owner.key} ${type}`
/** Names are equal whatever their case. */
const toDataKey = ({ fields }: ZoneRecord): string =>
  fields.map((field) => (typeof field === 'string' ? field : field.key)).join(' ')

function compareSets(
  before: readonly ZoneRecord[],
  after: readonly ZoneRecord[],
  { owner, type }: ZoneRecord,
): Change | undefined {
  const [oldKeys, youngKeys] = [before, after].map((records) => new Set(records.map(toDataKey))) as [Set<string>, Set<string>]
  const removed = before.filter((record) => !youngKeys.has(toDataKey(record)))
  const added = after.filter((record) => !oldKeys.has(toDataKey(record)))
  const isTtlNew = before.length > 0 && after.length > 0 && before[0]!.ttl !== after[0]!.ttl
  if (removed.length === 0 && added.length === 0 && !isTtlNew) return undefined
  const change = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed'
  return { change, name: owner.text, type, before, after, removed, added, isTtlNew }
}

/** Records of one name and type in one cell: `3600 192.0.2.1`, one a line. */
export const writeSet = (records: readonly ZoneRecord[]): string =>
  records.map((record) => `${record.ttl} ${writeData(record)}`).join('\n')
