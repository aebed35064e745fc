import { AppError } from '../errors.ts'

type Tree = { readonly [name: string]: unknown }

/** A dotted name in its parts; `missing` is a map by dotted names, with those of this address only. */
export function toFieldPath(name: string): string[] {
  return name.startsWith('missing.') ? ['missing', name.slice('missing.'.length)] : name.split('.')
}

/**
 * The value of one field of a record, dotted for a part; `null` for any part of what is empty, and for a value that is not
 * missing. Throws `unknown_field` and lists the names there are.
 *
 * @example
 * getField({ ASN: { asn: 15169 } }, 'ASN.asn') // 15169
 */
export function getField(record: object, name: string): unknown {
  const path = toFieldPath(name)
  let value: unknown = record
  for (const [depth, part] of path.entries()) {
    if (value === null) return null
    if (typeof value === 'object' && Object.hasOwn(value as Tree, part)) value = (value as Tree)[part]
    else if (depth > 0 && path[0] === 'missing') return null
    else throw new AppError('unknown_field', { got: name, expected: Object.keys(record).join(', ') })
  }
  return value
}
