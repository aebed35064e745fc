import type { DnsAnswer, DnsRecord } from '@octet/core/probe/dns.ts'
import type { WhoisResult } from '@octet/core/probe/whois.ts'

/** What an answer says, in values that can be compared, by field. What it could not say is not in it. */
export type Facts = Readonly<Record<string, readonly string[]>>

/** What is different in a field. */
export type Change = { readonly field: string; readonly added: readonly string[]; readonly removed: readonly string[] }

/** The fields in which two answers differ, of those that both speak of. */
export function compareFacts(before: Facts, after: Facts): Change[] {
  return Object.entries(after).flatMap(([field, values]) => {
    const earlier = before[field]
    if (!earlier) return []
    const added = values.filter((value) => !earlier.includes(value))
    const removed = earlier.filter((value) => !values.includes(value))
    return added.length + removed.length > 0 ? [{ field, added, removed }] : []
  })
}

const listOf = (...values: readonly (string | null | undefined)[]): string[] =>
  [...new Set(values.filter((value) => value !== null && value !== undefined && value !== ''))] as string[]

/** What a registry says of an object; when it was asked, and how many days are left, is no part of it. */
export function toWhoisFacts(result: WhoisResult): Facts {
  const { isRegistered, isSigned, registrar, created, updated, expires, statuses, nameServers, network, abuse, contacts } = result
  const holders = contacts.filter(({ roles }) => roles.some((role) => role === 'registrant' || role === 'holder'))
  return {
    ...(isRegistered !== null && { isRegistered: [String(isRegistered)] }),
    registrar: listOf(registrar?.name ?? registrar?.url),
    created: listOf(created),
    updated: listOf(updated),
    expires: listOf(expires),
    statuses: listOf(...statuses.map(({ code }) => code)),
    nameServers: listOf(...nameServers),
    ...(isSigned !== null && { isSigned: [String(isSigned)] }),
    network: listOf(
      network?.range,
      ...(network?.cidrs ?? []),
      network?.name,
      network?.country,
      ...(network?.originAs ?? []).map((asn) => `AS${asn}`),
    ),
    abuse: listOf(abuse?.email, abuse?.phone),
    contacts: listOf(...holders.map(({ organization, name }) => organization ?? name)),
  }
}

/** Signatures are made anew every few days, whatever they sign. */
const FLEETING = new Set(['RRSIG'])

/** The records of answers by type, without their TTL, which counts down. A type that failed is not in it. */
export function toDnsFacts(answers: readonly DnsAnswer[]): Facts {
  const asked = answers.filter(
    ({ question, rcode }) => !FLEETING.has(question.type) && (rcode === 'NOERROR' || rcode === 'NXDOMAIN'),
  )
  const records = asked.flatMap(({ answers: found }) => found).filter(({ type }) => !FLEETING.has(type))
  if (asked.length === 0) return {}
  // an alias may stand in the way of any type
  const types = new Set(['CNAME', ...asked.map(({ question }) => question.type), ...records.map(({ type }) => type)])
  return {
    rcode: listOf(...asked.map(({ rcode }) => rcode)),
    ...Object.fromEntries(
      [...types].map((type) => [type, listOf(...records.filter((record) => record.type === type).map(toValue))]),
    ),
  }
}

const toValue = ({ data, text }: DnsRecord): string => text ?? data
