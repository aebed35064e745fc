import type { Text } from '@octet/core/text.ts'
import type { Rr } from '../message.ts'
import { countLabels, fromLabels, isWithin, toLabels, toNormalName, writeName, type Name } from '../names.ts'
import { readRdata, toCanonicalRdata } from '../rdata.ts'
import { findType, toTypeName, TYPES } from '../types.ts'
import { parseTimeText } from '../fields.ts'
import { verifySignature } from './algorithms.ts'
import { maySign, type ZoneKey } from './keys.ts'

/** All records of one name and type, with the signatures over them. */
export type RrSet = {
  readonly name: Name
  readonly type: number
  readonly records: readonly Rr[]
  readonly signatures: readonly Rr[]
}

export type Signature = {
  readonly algorithm: number
  readonly labels: number
  readonly expiration: number
  readonly inception: number
  readonly keyTag: number
  readonly signer: Name
}

/** A signature that fits, or why none does. */
export type Verdict =
  | { readonly isValid: true; readonly signature: Signature; readonly key: ZoneKey }
  | { readonly isValid: false; readonly reason: Text }

/** Checks per RRset; enough for key rollovers, too few to burn time (CVE-2023-50387). */
const MAX_CHECKS = 8

/** Picks the RRset of a name and type out of a section. */
export function findRrSet(section: readonly Rr[], name: Name, type: number): RrSet | undefined {
  const owner = toNormalName(name)
  const here = section.filter((rr) => toNormalName(rr.name) === owner)
  const records = here.filter((rr) => rr.type === type)
  if (records.length === 0) return undefined
  return { name: owner, type, records, signatures: here.filter((rr) => rr.type === TYPES.RRSIG && readCovered(rr) === type) }
}

/** Every RRset of the given types in a section. */
export function findRrSets(section: readonly Rr[], types: readonly number[]): RrSet[] {
  const keys = new Map(
    section.filter(({ type }) => types.includes(type)).map((rr) => [`${toNormalName(rr.name)} ${rr.type}`, rr]),
  )
  return [...keys.values()].map((rr) => findRrSet(section, rr.name, rr.type)!)
}

/** Looks for a signature over the set by one of the keys of a zone (RFC 4035 §5.3). */
export function verifyRrSet(set: RrSet, zone: Name, keys: readonly ZoneKey[], now: Date): Verdict {
  if (set.signatures.length === 0)
    return refuse(`${toTypeName(set.type)} of ${set.name} has no signature`, `${set.name} 的 ${toTypeName(set.type)} 没有签名`)
  let last: Verdict = refuse(
    `no signature over ${toTypeName(set.type)} of ${set.name} is by a key of ${zone}`,
    `${set.name} 的 ${toTypeName(set.type)} 没有由 ${zone} 的密钥签名`,
  )
  let checks = 0
  for (const rr of set.signatures) {
    const signature = readSignature(rr)
    const problem = findProblem(set, signature, zone, now)
    if (problem) {
      last = problem
      continue
    }
    for (const key of keys.filter(
      (one) => maySign(one) && one.tag === signature.keyTag && one.algorithm === signature.algorithm,
    )) {
      if (++checks > MAX_CHECKS) return refuse('too many signatures to check', '签名数量过多')
      if (verifySignature(key.algorithm, key.key, toSignedData(set, rr, signature), toSignatureBytes(rr)))
        return { isValid: true, signature, key }
      last = refuse(
        `the signature of key ${key.tag} over ${toTypeName(set.type)} of ${set.name} is wrong`,
        `密钥 ${key.tag} 对 ${set.name} 的 ${toTypeName(set.type)} 的签名不正确`,
      )
    }
  }
  return last
}

/** The zone that its signatures say a set is of, be they right or wrong; the nearest one above the name where they say several. */
export function findSigner({ name, type, signatures }: RrSet): Name | undefined {
  return signatures
    .map((rr) => readSignature(rr).signer)
    .filter((signer) => isWithin(name, signer) && !(type === TYPES.DS && signer === name))
    .toSorted((a, b) => countLabels(b) - countLabels(a))[0]
}

/** Whether the records were made from a wildcard: the signature covers fewer labels than the name has. */
export function isFromWildcard(name: Name, { labels }: Signature): boolean {
  return labels < countOwnerLabels(name)
}

function readSignature({ rdata }: Rr): Signature {
  const fields = readRdata(TYPES.RRSIG, rdata)!
  return {
    algorithm: Number(fields['algorithm']),
    labels: Number(fields['labels']),
    expiration: parseTimeText(String(fields['expiration'])),
    inception: parseTimeText(String(fields['inception'])),
    keyTag: Number(fields['keyTag']),
    signer: toNormalName(String(fields['signer'])),
  }
}

/** What a signature is made over (RFC 4034 §3.1.8.1, §6). */
export function toSignedData(
  set: Pick<RrSet, 'name' | 'type' | 'records'>,
  rr: Rr,
  { labels }: Pick<Signature, 'labels'>,
): Uint8Array {
  const owner = writeName(toSignedName(set.name, labels))
  const signatureLength = toSignatureBytes(rr).length
  const head = toCanonicalRdata(TYPES.RRSIG, rr.rdata)
  const ttl = rr.rdata.subarray(4, 8)
  const all = set.records
    .map(({ type, rdata }) => Buffer.from(toCanonicalRdata(type, rdata)))
    .sort((a, b) => Buffer.compare(a, b))
  const unique = all.filter((rdata, index) => index === 0 || !rdata.equals(all[index - 1]!))
  const fixed = Buffer.concat([owner, u16(set.type), u16(set.records[0]!.class), ttl])
  return Buffer.concat([
    head.subarray(0, head.length - signatureLength),
    ...unique.flatMap((rdata) => [fixed, u16(rdata.length), rdata]),
  ])
}

function findProblem(set: RrSet, signature: Signature, zone: Name, now: Date): Verdict | undefined {
  const seconds = now.getTime() / 1000
  const what = `${toTypeName(set.type)} ${set.name}`
  if (signature.signer !== toNormalName(zone) || !isWithin(set.name, zone))
    return refuse(
      `the signature over ${what} is by ${signature.signer}, not by ${zone}`,
      `${what} 的签名者是 ${signature.signer}，而不是 ${zone}`,
    )
  if (signature.labels > countOwnerLabels(set.name))
    return refuse(`the signature over ${what} covers too many labels`, `${what} 的签名标签数过多`)
  const shown = (time: number) => new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')
  if (seconds > signature.expiration)
    return refuse(
      `the signature over ${what} expired on ${shown(signature.expiration)} UTC`,
      `${what} 的签名已于 ${shown(signature.expiration)}（UTC）过期`,
    )
  if (seconds < signature.inception)
    return refuse(
      `the signature over ${what} is valid only from ${shown(signature.inception)} UTC`,
      `${what} 的签名自 ${shown(signature.inception)}（UTC）起才生效`,
    )
  return undefined
}

function readCovered({ rdata }: Rr): number {
  const fields = readRdata(TYPES.RRSIG, rdata)
  return (fields && findType(String(fields['covered']))) ?? 0
}

function toSignatureBytes({ rdata }: Rr): Uint8Array {
  return Buffer.from(String(readRdata(TYPES.RRSIG, rdata)!['signature']), 'base64')
}

/** Labels without the root and without a leading `*` (RFC 4034 §3.1.3). */
function countOwnerLabels(name: Name): number {
  return countLabels(name) - (name.startsWith('*.') ? 1 : 0)
}

function toSignedName(name: Name, labels: number): Name {
  const own = toLabels(toNormalName(name))
  if (own.length <= labels || (name.startsWith('*.') && own.length === labels + 1)) return toNormalName(name)
  return fromLabels([Buffer.from('*'), ...own.slice(own.length - labels)])
}

function refuse(en: string, zh: string): Verdict & { isValid: false } {
  return { isValid: false, reason: { en, zh } }
}

function u16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}
