import type { EmptyReason } from '@octet/core/ip/empty-reasons.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'

/** The source that decided a field, and its place in the record's list (from 1). */
export type Provenance = { readonly id: string; readonly date: string | null; readonly number: number }

/** Who decided a field, named with dots (`ASN.asn`); a source that decided the whole part (`currency`) decided its fields. */
export function findProvenance({ sources }: Pick<IpRecord, 'sources'>, field: string): Provenance | undefined {
  const part = field.split('.')[0]
  const index = sources.findIndex(({ fields }) => fields.includes(field) || (part !== field && fields.includes(part ?? '')))
  const source = sources[index]
  return source && { id: source.id, date: source.date, number: index + 1 }
}

/** Why a field is empty; undefined when the record does not say. */
export function findEmptyReason({ missing }: Pick<IpRecord, 'missing'>, field: string): EmptyReason | undefined {
  return missing[field] ?? missing[field.split('.')[0] ?? '']
}
