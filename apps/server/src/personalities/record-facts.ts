import type { IpRecord } from '@octet/core/ip/record.ts'

export { isBogon } from '@octet/ipdb/summary/is-bogon.ts'

/** Whether a list says that the network is announced from many places at once. */
export function isAnycast({ sources }: IpRecord): boolean {
  return sources.some(({ id }) => id.endsWith('-anycast'))
}

/** Whether the data knows anything of an address. */
export function isKnown({ country_code, ASN }: IpRecord): boolean {
  return country_code !== null || ASN.asn !== null
}

/** The code of the region without that of the country: `CA` of `US-CA`. */
export function toDivisionCode({ region_code: code }: IpRecord): string | null {
  return code && code.slice(3)
}

/** Leaves out what says nothing: null, undefined, empty texts, lists and objects. */
export function withoutEmpty<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part))) as Partial<T>
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
