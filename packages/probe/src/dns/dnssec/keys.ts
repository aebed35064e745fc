import { toNormalName, writeName, type Name } from '../names.ts'
import { readRdata } from '../rdata.ts'
import type { Rr } from '../message.ts'
import { TYPES } from '../types.ts'
import { digestAs } from './algorithms.ts'

/** A DNSKEY, read (RFC 4034 §2). */
export type ZoneKey = {
  readonly rdata: Uint8Array
  readonly tag: number
  readonly algorithm: number
  readonly flags: number
  readonly key: Uint8Array
}

/** A DS, read (RFC 4034 §5). */
export type Ds = { readonly keyTag: number; readonly algorithm: number; readonly digestType: number; readonly digest: string }

const ZONE_KEY = 0x0100
const SECURE_ENTRY = 0x0001
const REVOKED = 0x0080

export function readKeys(records: readonly Rr[]): ZoneKey[] {
  return records.filter(({ type }) => type === TYPES.DNSKEY).map(readKey)
}

function readKey({ rdata }: Rr): ZoneKey {
  const fields = readRdata(TYPES.DNSKEY, rdata)!
  return {
    rdata,
    tag: toKeyTag(rdata),
    algorithm: Number(fields['algorithm']),
    flags: Number(fields['flags']),
    key: rdata.subarray(4),
  }
}

/** Only zone keys with protocol 3 that are not revoked may sign (RFC 4034 §2.1, RFC 5011 §2.1). */
export function maySign({ flags, rdata }: ZoneKey): boolean {
  return (flags & ZONE_KEY) !== 0 && (flags & REVOKED) === 0 && rdata[2] === 3
}

export function toRole({ flags }: ZoneKey): 'KSK' | 'ZSK' | 'revoked' {
  if (flags & REVOKED) return 'revoked'
  return flags & SECURE_ENTRY ? 'KSK' : 'ZSK'
}

export function readDs(records: readonly Rr[]): Ds[] {
  return records
    .filter(({ type }) => type === TYPES.DS)
    .map(({ rdata }) => readRdata(TYPES.DS, rdata)!)
    .map((fields) => ({
      keyTag: Number(fields['keyTag']),
      algorithm: Number(fields['algorithm']),
      digestType: Number(fields['digestType']),
      digest: String(fields['digest']),
    }))
}

/** `20326 8 2 E06D…` as a trust anchor is written. */
export function parseDs(text: string): Ds {
  const [keyTag, algorithm, digestType, ...digest] = text.trim().split(/\s+/)
  return {
    keyTag: Number(keyTag),
    algorithm: Number(algorithm),
    digestType: Number(digestType),
    digest: digest.join('').toUpperCase(),
  }
}

/** Whether a key is the one a DS stands for (RFC 4034 §5.1.4). */
export function matchesDs(zone: Name, key: ZoneKey, ds: Ds): boolean {
  if (key.tag !== ds.keyTag || key.algorithm !== ds.algorithm) return false
  return digestAs(ds.digestType, writeName(toNormalName(zone)), key.rdata) === ds.digest
}

/** RFC 4034 appendix B. */
export function toKeyTag(rdata: Uint8Array): number {
  let sum = 0
  for (const [index, byte] of rdata.entries()) sum += index & 1 ? byte : byte << 8
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff
}
