import * as fc from 'fast-check'
import { MAX_VALUE } from '@octet/core/ip/address.ts'

const sorted = <T extends number | bigint>(values: readonly T[], zero: T): T[] =>
  [...new Set([zero, ...values])].sort((a, b) => (a < b ? -1 : 1))

/** Starts crowd around the edges that matter: /24 borders, one /20, equal first 32 bits, and inside one /64. */
export const v4Starts = fc
  .array(
    fc.oneof(
      fc.nat(2000),
      fc.nat(0xffff_ffff),
      fc.nat(0xff_ffff).map((slot) => slot * 256),
      // few and many in one /20, at the end of the space, too
      fc.tuple(fc.constantFrom(0x0a00_0000, 0xffff_f000), fc.nat(15)).map(([base, slot]) => base + slot * 256),
    ),
    { maxLength: 200, size: 'max' },
  )
  .map((values) => sorted(values, 0))
export const v6Starts = fc
  .array(
    fc.oneof(
      fc.bigInt(0n, 40n),
      fc.bigInt(0n, MAX_VALUE[6]),
      fc
        .tuple(fc.nat(3), fc.nat(3), fc.nat(5))
        .map(([a, b, c]) => (BigInt(0x2001_0000 + a) << 96n) | (BigInt(b) << 64n) | (BigInt(c) << 20n)),
    ),
    { maxLength: 200 },
  )
  .map((values) => sorted(values, 0n))
