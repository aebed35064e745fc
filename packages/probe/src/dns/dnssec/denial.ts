import { createHash } from 'node:crypto'
import { fromBase32Hex } from '../fields.ts'
import {
  compareNames,
  countLabels,
  fromLabels,
  isWithin,
  toLabels,
  toNormalName,
  toParent,
  writeName,
  type Name,
} from '../names.ts'
import { readRdata } from '../rdata.ts'
import { toTypeName, TYPES } from '../types.ts'
import type { RrSet } from './rrset.ts'

/** What proven NSEC or NSEC3 records say about a name and type. */
export type Denial =
  /** There is no such name. */
  | { readonly kind: 'no-name'; readonly by: string }
  /** The name exists, the type does not. */
  | { readonly kind: 'no-data'; readonly by: string; readonly isDelegation: boolean }
  /**
   * An opt-out span: an unsigned delegation may hide here (RFC 5155 §6), or a name that exists only above one.
   * `isWithoutWildcard`: no wildcard stands above the span, as has to be shown where the name does not exist.
   */
  | { readonly kind: 'opt-out'; readonly by: string; readonly isWithoutWildcard: boolean }
  /** The salt is hashed too often to follow (RFC 9276 §3.2). */
  | { readonly kind: 'too-costly'; readonly by: string }

export type WildcardProof = Extract<Denial, { kind: 'no-name' | 'opt-out' | 'too-costly' }>

/** More rounds than this make a denial insecure, not bogus (RFC 9276 §3.2). */
const MAX_ITERATIONS = 100
const TOO_COSTLY = { kind: 'too-costly', by: 'NSEC3' } as const
const OPT_OUT = { kind: 'opt-out', by: 'NSEC3 opt-out', isWithoutWildcard: true } as const

/** Reads the denial of a name and type out of sets whose signatures have been verified; undefined when they prove nothing. */
export function findDenial(name: Name, type: number, proven: readonly RrSet[]): Denial | undefined {
  const nsec = proven.filter((set) => set.type === TYPES.NSEC).map(readNsec)
  const nsec3 = proven.filter((set) => set.type === TYPES.NSEC3).map(readNsec3)
  return denyByNsec(toNormalName(name), type, nsec) ?? denyByNsec3(toNormalName(name), type, nsec3)
}

/**
 * What proven records say of names closer than the wildcard an answer was made from: that there is none (RFC 4035 §5.3.4,
 * RFC 5155 §8.8), or that it stays open. Undefined when they prove nothing.
 */
export function findWildcardProof(name: Name, wildcardLabels: number, proven: readonly RrSet[]): WildcardProof | undefined {
  const owner = toNormalName(name)
  const nextCloser = fromLabels(toLabels(owner).slice(-(wildcardLabels + 1)))
  const cover = proven
    .filter((set) => set.type === TYPES.NSEC)
    .map(readNsec)
    .find((nsec) => coversName(nsec, owner))
  if (cover && countLabels(findEncloser(owner, cover)) === wildcardLabels) return { kind: 'no-name', by: 'NSEC' }
  const nsec3 = proven.filter((set) => set.type === TYPES.NSEC3).map(readNsec3)
  if (nsec3.some(isTooCostly)) return TOO_COSTLY
  const hashCover = nsec3.find((one) => coversHash(one, nextCloser))
  if (hashCover?.isOptOut) return OPT_OUT
  return hashCover && { kind: 'no-name', by: 'NSEC3' }
}

type Nsec = { readonly owner: Name; readonly next: Name; readonly types: readonly string[] }

function readNsec({ name, records }: RrSet): Nsec {
  const fields = readRdata(TYPES.NSEC, records[0]!.rdata)!
  return { owner: name, next: toNormalName(String(fields['next'])), types: fields['types'] as readonly string[] }
}

function denyByNsec(name: Name, type: number, all: readonly Nsec[]): Denial | undefined {
  const match = all.find(({ owner }) => owner === name)
  if (match) return denyByTypes(name, match.types, type, 'NSEC')
  const cover = all.find((nsec) => coversName(nsec, name))
  if (!cover) return undefined
  // an empty non-terminal: the next name lies below this one
  if (isWithin(cover.next, name)) return { kind: 'no-data', by: 'NSEC', isDelegation: false }
  const encloser = findEncloser(name, cover)
  const wildcard = encloser === '.' ? '*.' : `*.${encloser}`
  const atWildcard = all.find(({ owner }) => owner === wildcard)
  if (atWildcard) return denyByTypes(wildcard, atWildcard.types, type, 'NSEC (wildcard)')
  return all.some((nsec) => coversName(nsec, wildcard)) ? { kind: 'no-name', by: 'NSEC' } : undefined
}

/** What a name that does not exist has, where the denial is made for it alone (RFC 9824 §3.1). */
const OF_NO_NAME: ReadonlySet<string> = new Set(['NXNAME', 'NSEC', 'NSEC3', 'RRSIG'])

/**
 * The type bits of a name: that it exists, or by NXNAME that it does not (RFC 9824 §3.1). A parent's NSEC says nothing of the
 * child but for DS (RFC 6840 §4.1); the root has no parent.
 */
function denyByTypes(name: Name, types: readonly string[], type: number, by: string): Denial | undefined {
  if (types.includes('NXNAME') && types.every((one) => OF_NO_NAME.has(one))) return { kind: 'no-name', by: `${by} (NXNAME)` }
  const isDelegation = types.includes('NS') && !types.includes('SOA')
  const isWrongSide = type === TYPES.DS ? types.includes('SOA') && name !== '.' : isDelegation
  if (isWrongSide || types.includes(toTypeName(type)) || (types.includes('CNAME') && type !== TYPES.DS)) return undefined
  return { kind: 'no-data', by, isDelegation }
}

/** `owner < name < next`, the last record pointing back to the top of the zone. A name below a delegation is not covered. */
function coversName({ owner, next, types }: Nsec, name: Name): boolean {
  if (isWithin(name, owner) && ((types.includes('NS') && !types.includes('SOA')) || types.includes('DNAME'))) return false
  if (compareNames(owner, name) >= 0) return false
  return compareNames(name, next) < 0 || isWithin(owner, next)
}

/** The longest ancestor that a covering NSEC shows to exist. */
function findEncloser(name: Name, { owner, next }: Nsec): Name {
  for (let encloser = toParent(name); ; encloser = toParent(encloser))
    if (encloser === '.' || isWithin(owner, encloser) || isWithin(next, encloser)) return encloser
}

type Nsec3 = {
  readonly zone: Name
  readonly hash: Buffer
  readonly next: Buffer
  readonly salt: Buffer
  readonly iterations: number
  readonly isOptOut: boolean
  readonly types: readonly string[]
}

function readNsec3({ name, records }: RrSet): Nsec3 {
  const fields = readRdata(TYPES.NSEC3, records[0]!.rdata)!
  const salt = String(fields['salt'])
  return {
    zone: toParent(name),
    hash: Buffer.from(fromBase32Hex(Buffer.from(toLabels(name)[0]!).toString('latin1'))),
    next: Buffer.from(fromBase32Hex(String(fields['next']))),
    salt: Buffer.from(salt === '-' ? '' : salt, 'hex'),
    iterations: Number(fields['iterations']),
    isOptOut: (Number(fields['flags']) & 1) !== 0,
    types: fields['types'] as readonly string[],
  }
}

/** RFC 5155 §8. */
function denyByNsec3(name: Name, type: number, all: readonly Nsec3[]): Denial | undefined {
  if (all.length === 0) return undefined
  if (all.some(isTooCostly)) return TOO_COSTLY
  const match = all.find((one) => matchesHash(one, name))
  if (match) return denyByTypes(name, match.types, type, 'NSEC3')
  const found = findProvenEncloser(name, all)
  if (!found) return undefined
  const { encloser, cover } = found
  if (cover.isOptOut && type === TYPES.DS) return OPT_OUT
  const wildcard = encloser === '.' ? '*.' : `*.${encloser}`
  const atWildcard = all.find((one) => matchesHash(one, wildcard))
  const denial = atWildcard
    ? denyByTypes(wildcard, atWildcard.types, type, 'NSEC3 (wildcard)')
    : all.some((one) => coversHash(one, wildcard))
      ? ({ kind: 'no-name', by: 'NSEC3' } as const)
      : undefined
  if (atWildcard && !denial) return undefined
  // the AD bit must not be set then (RFC 5155 §9.2); a name that exists only above unsigned delegations has no hash of its own
  if (cover.isOptOut) return { ...OPT_OUT, isWithoutWildcard: denial !== undefined }
  return denial
}

const isTooCostly = ({ iterations }: Nsec3): boolean => iterations > MAX_ITERATIONS

/** The closest encloser proof: an ancestor that matches, and the name one label longer covered (RFC 5155 §8.3). */
function findProvenEncloser(name: Name, all: readonly Nsec3[]): { encloser: Name; cover: Nsec3 } | undefined {
  let nextCloser = name
  for (let encloser = toParent(name); countLabels(nextCloser) > 0; nextCloser = encloser, encloser = toParent(encloser)) {
    const match = all.find((one) => matchesHash(one, encloser))
    if (!match) continue
    // an ancestor that is itself delegated away cannot enclose anything here
    if (match.types.includes('DNAME') || (match.types.includes('NS') && !match.types.includes('SOA'))) return undefined
    const cover = all.find((one) => coversHash(one, nextCloser))
    return cover && { encloser, cover }
  }
  return undefined
}

function matchesHash(nsec3: Nsec3, name: Name): boolean {
  return isWithin(name, nsec3.zone) && hashName(name, nsec3).equals(nsec3.hash)
}

function coversHash(nsec3: Nsec3, name: Name): boolean {
  if (!isWithin(name, nsec3.zone)) return false
  const hash = hashName(name, nsec3)
  const [afterOwner, beforeNext] = [Buffer.compare(nsec3.hash, hash) < 0, Buffer.compare(hash, nsec3.next) < 0]
  return Buffer.compare(nsec3.hash, nsec3.next) < 0 ? afterOwner && beforeNext : afterOwner || beforeNext
}

/** RFC 5155 §5. */
export function hashName(name: Name, { salt, iterations }: Pick<Nsec3, 'salt' | 'iterations'>): Buffer {
  let digest = Buffer.from(writeName(toNormalName(name)))
  for (let round = 0; round <= iterations; round++) digest = createHash('sha1').update(digest).update(salt).digest()
  return digest
}
