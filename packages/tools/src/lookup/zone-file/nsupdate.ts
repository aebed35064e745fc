import type { Change } from './compare-zones.ts'
import type { Name } from './names.ts'
import type { ZoneRecord } from './read-zone.ts'
import { writeData, writeWhole } from './write-zone.ts'

/** A message of an update holds 64 KiB; this many records of usual length fit. */
const AT_ONCE = 500

/** What `nsupdate` is told to add them all (BIND 9; RFC 2136); the SOA goes on by itself. */
export function writeUpdate(records: readonly ZoneRecord[], apex: Name | undefined): string {
  return frame(
    records.filter(({ type }) => type !== 'SOA').map((record) => add(record)),
    apex,
  )
}

/**
 * Commands that make the second zone out of the first. An alias goes before what takes its place, as nothing is added beside
 * it; a name server goes last, as the last one would be kept (RFC 2136 §3.4.2). What is added anew takes a new time with it.
 */
export function writeChanges(changes: readonly Change[], apex: Name | undefined): string {
  const dynamic = changes.filter(({ type }) => type !== 'SOA')
  const drop = (isServer: boolean) =>
    dynamic
      .filter(({ type }) => (type === 'NS') === isServer)
      .flatMap(({ removed }) => removed.map((record) => `update delete ${record.owner.text} ${record.type} ${writeData(record)}`))
  const fresh = dynamic.flatMap(({ isTtlNew, after, added }) => (isTtlNew ? after : added))
  return frame([...drop(false), ...fresh.map(add), ...drop(true)], apex)
}

const add = (record: ZoneRecord): string => `update add ${writeWhole(record)}`

function frame(commands: readonly string[], apex: Name | undefined): string {
  const messages: string[] = []
  for (let at = 0; at < commands.length; at += AT_ONCE)
    messages.push([...(apex ? [`zone ${apex.text}`] : []), ...commands.slice(at, at + AT_ONCE), 'send', ''].join('\n'))
  return messages.join('')
}
