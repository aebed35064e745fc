import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import type { Guard } from '../guard/guard.ts'
import type { Ask, DnsClient } from './client.ts'
import type { Rr } from './message.ts'
import { isWithin, toNormalName, toParent, type Name } from './names.ts'
import { readRdata } from './rdata.ts'
import { findDelegation } from './trace.ts'
import { TYPES } from './types.ts'

/** What the zone above says of a zone: its name servers, with the addresses it gives of them. */
export type ParentView = {
  readonly zone: Name
  readonly parent: Name
  readonly nsRecords: readonly Rr[]
  readonly glue: ReadonlyMap<Name, readonly string[]>
}

export type ParentOptions = { readonly client: DnsClient; readonly guard: Guard; readonly port?: number | undefined }

const STEP_TIMEOUT_MS = 1500
const MAX_TRIES = 2
const MAX_LABELS = 12

/**
 * Asks a server of the zone above where a name is delegated to, past resolvers, which say nothing of a zone whose
 * servers are all broken. Undefined where nobody above can be asked, or nothing is delegated there.
 */
export async function askParent(name: Name, ask: Ask, options: ParentOptions): Promise<ParentView | undefined> {
  const { client, guard, port = 53 } = options
  const limits = { ...ask, clientSubnet: undefined, timeoutMs: STEP_TIMEOUT_MS }
  try {
    const above = await findZoneAbove(name, limits, client)
    for (const host of above?.hosts.slice(0, MAX_TRIES) ?? []) {
      const addresses = await guard.resolve(host.slice(0, -1), { signal: ask.signal, timeoutMs: STEP_TIMEOUT_MS })
      const address = guard.choose({ host, addresses })
      const server = { transport: 'udp', host: address, port } as const
      const { message } = await client.ask({ ...limits, name, type: TYPES.NS, server, flags: { rd: false } })
      const found = findDelegation(message.authorities, message.additionals, above!.zone, name)
      if (!found) continue
      const nsRecords = message.authorities.filter((rr) => rr.type === TYPES.NS && toNormalName(rr.name) === found.zone)
      const glue = new Map(found.servers.map((one) => [toNormalName(one.name), one.addresses]))
      return { zone: found.zone, parent: above!.zone, nsRecords, glue }
    }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
  }
  return undefined
}

/** The nearest zone strictly above a name whose servers the resolver knows. */
async function findZoneAbove(name: Name, ask: Ask, client: DnsClient): Promise<{ zone: Name; hosts: Name[] } | undefined> {
  let zone = toParent(name)
  for (let count = 0; count < MAX_LABELS; count++, zone = toParent(zone)) {
    const message = await client.ask({ ...ask, name: zone, type: TYPES.NS }).then((one) => one.message, ignoreUnlessCancelled)
    const records = (message?.answers ?? []).filter((rr) => rr.type === TYPES.NS && toNormalName(rr.name) === toNormalName(zone))
    if (records.length > 0) return { zone: toNormalName(zone), hosts: records.map(toHost) }
    if (zone === '.') return undefined
  }
  return undefined
}

function ignoreUnlessCancelled(error: unknown): undefined {
  if (!isAppError(error) || error.key === 'cancelled') throw error
  return undefined
}

function toHost({ type, rdata }: Rr): Name {
  return toNormalName(String(readRdata(type, rdata)!['name']))
}

/** Whether the zone above and the zone itself name the same servers, and the same addresses of those inside it. */
export function checkDelegation(
  { parent, zone, nsRecords, glue }: ParentView,
  own: readonly { readonly name: Name; readonly addresses: readonly string[] }[],
): Check[] {
  const above = new Set(nsRecords.map(toHost))
  const names = new Set(own.map(({ name }) => toNormalName(name)))
  const missing = [...names].filter((name) => !above.has(name))
  const extra = [...above].filter((name) => !names.has(name))
  const wrong = own.flatMap(({ name, addresses }) => {
    const given = glue.get(toNormalName(name)) ?? []
    const stray = given.filter((address) => addresses.length > 0 && !addresses.includes(address))
    const isBare = isWithin(name, zone) && above.has(toNormalName(name)) && given.length === 0
    return isBare ? [`${name} –`] : stray.map((address) => `${name} ${address}`)
  })
  const differences = [...missing.map((name) => `+${name}`), ...extra.map((name) => `−${name}`)].join(' ')
  return [
    differences === ''
      ? toCheck('delegation', 'good', `${parent} delegates to the same servers`, `上级区 ${parent} 的委派与本区一致`)
      : toCheck(
          'delegation',
          'bad',
          `${parent} delegates to other servers than the zone names (+ only in the zone, − only above): ${differences}`,
          `上级区 ${parent} 的委派与本区 NS 不一致（+ 仅本区有，− 仅上级有）：${differences}`,
        ),
    ...(wrong.length > 0
      ? [
          toCheck(
            'glue',
            'bad',
            `glue at ${parent} that is missing or is not the server's address: ${wrong.join(', ')}`,
            `上级区 ${parent} 的胶水记录缺失，或与服务器地址不符：${wrong.join('、')}`,
          ),
        ]
      : []),
  ]
}
