import { findAddress } from '@octet/core/ip/address.ts'
import type { Report } from './finding.ts'
import { isWithin, toName, toRelative, type Name } from './names.ts'
import type { ZoneRecord } from './read-zone.ts'
import { ADDRESS_TYPES, PSEUDO_TYPES } from './record-types.ts'
import type { ZoneIndex } from './zone-index.ts'

/** What a host is reached by: its addresses, or what a provider makes them of. */
const HAS_ADDRESS = [...ADDRESS_TYPES, ...Object.keys(PSEUDO_TYPES)]
/** Endings of names that a dot was forgotten behind: `mail.example.net` in the zone example.com. */
const ENDINGS = new Set([
  'com',
  'net',
  'org',
  'info',
  'io',
  'cn',
  'de',
  'uk',
  'eu',
  'fr',
  'jp',
  'ru',
  'us',
  'arpa',
  'app',
  'dev',
  'cloud',
])

/** Names that a record leads to: of hosts, aliases, and what stands for others. */
export function checkTargets(index: ZoneIndex, record: ZoneRecord, report: Report): void {
  const names =
    record.targets.length > 0
      ? record.targets
      : record.type === 'CNAME' || record.type === 'PTR' || record.type === 'DNAME'
        ? [record.fields[0] as Name]
        : []
  for (const name of names) if (name.labels.length > 0) checkTarget(index, { record, name }, report)
}

function checkTarget(index: ZoneIndex, { record, name }: { record: ZoneRecord; name: Name }, report: Report): void {
  const { type } = record
  const relative = isWithin(name, index.apex) ? toRelative(name, index.apex) : name.text.slice(0, -1)
  if (findAddress(relative.replaceAll(String.raw`\.`, '.')) || findAddress(name.text.slice(0, -1)))
    return report(
      'error',
      record,
      `${type} leads to a name, not to an address: ${relative}`,
      `${type} 应指向名称，而非地址：${relative}`,
    )
  if (!isWithin(name, index.apex)) return
  const answer = index.findAnswer(name)
  const forgotten = answer ? undefined : findForgottenDot(name, index.apex)
  if (forgotten)
    return report(
      'error',
      record,
      `${type} leads to ${name.text}; is the dot behind ${forgotten} missing?`,
      `${type} 指向 ${name.text}，是否漏写了 ${forgotten} 末尾的点？`,
    )
  const cut = index.findCut(name)
  // Another zone has it; a server of that very zone is looked at with its delegation.
  if (cut && (type !== 'NS' || index.findCut(record.owner)?.key === cut.key)) return
  if (!answer) {
    if (type === 'PTR' || type === 'DNAME' || !index.isWhole) return
    const isServer = type === 'NS'
    return report(
      isServer ? 'error' : 'warning',
      record,
      `${type} leads to ${name.text}, which does not exist in this zone`,
      `${type} 指向的 ${name.text} 在本区域中不存在`,
    )
  }
  if (record.targets.length === 0) return
  if (answer.has('CNAME'))
    return report(
      'error',
      record,
      `${type} leads to ${name.text}, which is an alias (CNAME); that is not allowed (RFC 2181 §10.3)`,
      `${type} 指向的 ${name.text} 是别名（CNAME），不允许（RFC 2181 §10.3）`,
    )
  if (!HAS_ADDRESS.some((type) => answer.has(type)))
    report(
      type === 'NS' ? 'error' : 'warning',
      record,
      `${type} leads to ${name.text}, which has no address`,
      `${type} 指向的 ${name.text} 没有地址记录`,
    )
}

/** `ns1.example.com` without its dot in the zone example.com, or the name of another zone. */
function findForgottenDot(name: Name, apex: Name): string | undefined {
  if (apex.labels.length === 0) return undefined
  const above = toName(name.labels.slice(0, name.labels.length - apex.labels.length))
  const isDoubled = isWithin(above, apex)
  const isForeign = above.labels.length > 1 && ENDINGS.has(above.labels.at(-1)!.toLowerCase())
  return isDoubled || isForeign ? above.text.slice(0, -1) : undefined
}

/** Aliases that lead round in a circle. Each is followed once, however long a chain is and however many lead into it. */
export function checkChains(index: ZoneIndex, report: Report): void {
  const settled = new Set<string>()
  for (const record of index.inside) {
    if (record.type !== 'CNAME') continue
    const path = new Map<string, ZoneRecord>()
    let at: ZoneRecord | undefined = record
    while (at && !settled.has(at.owner.key) && !path.has(at.owner.key)) {
      path.set(at.owner.key, at)
      at = index.findAlias(at.fields[0] as Name)
    }
    let isRound = false
    for (const [key, alias] of path) {
      isRound ||= key === at?.owner.key
      if (isRound)
        report('error', alias, `${alias.owner.text} is an alias that leads back to itself`, `${alias.owner.text} 的别名指回自身`)
      settled.add(key)
    }
  }
}
