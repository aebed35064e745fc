/** Times that are written inside ids, as nanoseconds since 1970. */
export type IdTime = { readonly kind: string; readonly ns: bigint }

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 1582-10-15 to 1970-01-01 in steps of 100 ns (RFC 9562 §5.1). */
const GREGORIAN = 0x01b2_1dd2_1381_4000n
export const SNOWFLAKE_EPOCHS = { twitter: 1_288_834_974_657n, discord: 1_420_070_400_000n } as const

/** The time in a UUID of version 1, 6 or 7; undefined for others. */
export function findUuidTime(text: string): IdTime | undefined {
  const hex = text
    .replace(/^(?:urn:uuid:|\{)/i, '')
    .replaceAll(/[-}]/g, '')
    .toLowerCase()
  if (!/^[\da-f]{32}$/.test(hex)) return undefined
  const part = (start: number, end: number) => hex.slice(start, end)
  const gregorian = (digits: string) => (BigInt(`0x${digits}`) - GREGORIAN) * 100n
  if (hex[12] === '1') return { kind: 'UUIDv1', ns: gregorian(part(13, 16) + part(8, 12) + part(0, 8)) }
  if (hex[12] === '6') return { kind: 'UUIDv6', ns: gregorian(part(0, 12) + part(13, 16)) }
  if (hex[12] === '7') return { kind: 'UUIDv7', ns: BigInt(`0x${part(0, 12)}`) * 1_000_000n }
  return undefined
}

/** The time in a ULID: 48 bits of milliseconds in the first ten characters. */
export function findUlidTime(text: string): IdTime | undefined {
  const plain = text.toUpperCase()
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(plain)) return undefined
  return { kind: 'ULID', ns: readDigits(plain.slice(0, 10), CROCKFORD) * 1_000_000n }
}

/** The time in a MongoDB ObjectId: seconds in the first four bytes. */
export function findObjectIdTime(text: string): IdTime | undefined {
  return /^[\da-f]{24}$/i.test(text) ? { kind: 'ObjectId', ns: BigInt(`0x${text.slice(0, 8)}`) * 1_000_000_000n } : undefined
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE32_HEX = '0123456789abcdefghijklmnopqrstuv'
/** Seconds since 1970 that a KSUID counts from. */
const KSUID_EPOCH = 1_400_000_000n
const KSUID_CHARS = 27
/** The 96 bits of an XID are written as 100, the last four of which are nothing. */
const XID_REST_BITS = 4n

/** The time in a KSUID (segmentio/ksuid): 20 bytes in base 62, of which the first four are seconds. */
export function findKsuidTime(text: string): IdTime | undefined {
  if (!/^[\dA-Za-z]{27}$/.test(text)) return undefined
  const number = readDigits(text, BASE62)
  return number >> 160n === 0n ? { kind: 'KSUID', ns: ((number >> 128n) + KSUID_EPOCH) * 1_000_000_000n } : undefined
}

/** A KSUID of seconds since 1970 and 16 random bytes. */
export function toKsuid(seconds: bigint, payload: bigint): string {
  return writeDigits(((seconds - KSUID_EPOCH) << 128n) | payload, BASE62).padStart(KSUID_CHARS, '0')
}

/** What stands in an XID (rs/xid): seconds, a machine, a process and a counter. */
export function findXid(
  text: string,
): (IdTime & { readonly machine: bigint; readonly process: bigint; readonly counter: bigint }) | undefined {
  if (!/^[\da-v]{19}[0g]$/.test(text)) return undefined
  const number = readDigits(text, BASE32_HEX) >> XID_REST_BITS
  return {
    kind: 'XID',
    ns: (number >> 64n) * 1_000_000_000n,
    machine: (number >> 40n) & 0xff_ffffn,
    process: (number >> 24n) & 0xffffn,
    counter: number & 0xff_ffffn,
  }
}

/** An XID of its twelve bytes. */
export function toXid(bytes: bigint): string {
  return writeDigits(bytes << XID_REST_BITS, BASE32_HEX).padStart(20, '0')
}

function readDigits(text: string, digits: string): bigint {
  return Array.from(text).reduce((value, char) => value * BigInt(digits.length) + BigInt(digits.indexOf(char)), 0n)
}

function writeDigits(number: bigint, digits: string): string {
  const base = BigInt(digits.length)
  let text = ''
  for (let left = number; left > 0n; left /= base) text = digits[Number(left % base)]! + text
  return text
}

/** The time in a snowflake: milliseconds since its service's epoch above 22 bits. */
export function findSnowflakeTime(text: string, epochMs: bigint): bigint | undefined {
  return /^\d{15,20}$/.test(text) && BigInt(text) >> 64n === 0n ? ((BigInt(text) >> 22n) + epochMs) * 1_000_000n : undefined
}

/** Bytes as Crockford base 32 of a fixed length. */
export function toCrockford(value: bigint, length: number): string {
  return Array.from({ length }, (_, at) => CROCKFORD[Number((value >> BigInt(5 * (length - 1 - at))) & 31n)]).join('')
}

/** Steps of 100 ns since 1582-10-15. */
export function toGregorian(ns: bigint): bigint {
  return ns / 100n + GREGORIAN
}
