import { isAppError } from '@octet/core/errors.ts'
import { formatCidr } from '@octet/core/ip/cidr.ts'
import { parseRange, toCidrs } from '@octet/core/ip/range.ts'

/** An odd range is made of dozens. */
const MOST = 16

/** The networks of a range as registries write it (`192.0.2.0 - 192.0.2.255`, with ` (/24)` behind it, or `2001:db8::/32`); nothing where it is none. */
export function toRangeCidrs(range: string | null): string[] {
  if (range === null) return []
  try {
    return toCidrs(parseRange(range.replace(/ \(\/\d+\)$/, '')))
      .slice(0, MOST)
      .map(formatCidr)
  } catch (error) {
    if (!isAppError(error)) throw error
    return []
  }
}
