import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { digestAs } from '../dns/dnssec/algorithms.ts'
import { hashName } from '../dns/dnssec/denial.ts'
import { toKeyTag } from '../dns/dnssec/keys.ts'
import { toSignedData } from '../dns/dnssec/rrset.ts'
import { toBase32Hex } from '../dns/fields.ts'
import type { Message, Question, Rr } from '../dns/message.ts'
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
} from '../dns/names.ts'
import { toTypeName, TYPES } from '../dns/types.ts'
import { rr, type Script } from './dns-server.ts'

export type ZoneOptions = {
  readonly name: Name
  readonly records: readonly Rr[]
  readonly algorithm?: 8 | 13 | 15
  readonly denial?: 'nsec' | 'nsec3' | 'nsec3-opt-out' | 'unsigned'
  readonly iterations?: number
  /** When the signatures were made; valid for 30 days from then. */
  readonly signedAt?: Date
  /** Breaks every signature over this type. */
  readonly spoils?: string
}

export type TestZone = {
  readonly name: Name
  readonly records: readonly Rr[]
  readonly ds: Rr | undefined
  respond(question: Question): Partial<Message>
}

const DAY_MS = 86_400_000
const SOA = { primary: 'ns.', mailbox: 'h.', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 60 }

/** A zone that answers like an authoritative server, signed with one key made for it. */
export function createZone({
  name,
  records,
  algorithm = 13,
  denial = 'nsec',
  iterations = 0,
  signedAt = new Date(),
  spoils,
}: ZoneOptions): TestZone {
  const isSigned = denial !== 'unsigned'
  const key = createKey(algorithm)
  const dnskey = rr(name, 'DNSKEY', { flags: 257, protocol: 3, algorithm, key: key.wire.toString('base64') })
  const tag = toKeyTag(dnskey.rdata)
  const all = [rr(name, 'SOA', SOA), rr(name, 'NS', { name: 'ns.test.' }), ...(isSigned ? [dnskey] : []), ...records]
  const digest = digestAs(2, writeName(name), dnskey.rdata)!
  const ds = isSigned ? rr(name, 'DS', { keyTag: tag, algorithm, digestType: 2, digest }) : undefined

  const isCut = (owner: Name) => owner !== name && all.some((one) => one.type === TYPES.NS && one.name === owner)
  const at = (owner: Name, type: number) => all.filter((one) => one.name === owner && one.type === type)
  const owners = [...new Set(all.map((one) => one.name))].sort(compareNames)
  const exists = (owner: Name) => all.some((one) => isWithin(one.name, owner))

  const signSet = (set: readonly Rr[], owner = set[0]!.name, labels = countOwner(owner)): Rr[] => {
    const type = set[0]!.type
    if (!isSigned || (isCut(owner) && type === TYPES.NS)) return []
    const fields = {
      covered: toTypeName(type),
      algorithm,
      labels,
      originalTtl: set[0]!.ttl,
      inception: toTime(signedAt),
      expiration: toTime(new Date(signedAt.getTime() + 30 * DAY_MS)),
      keyTag: tag,
      signer: name,
    }
    const empty = rr(owner, 'RRSIG', { ...fields, signature: '' })
    const data = toSignedData({ name: owner, type, records: set }, empty, { labels })
    const signature = key.sign(data)
    if (spoils === toTypeName(type)) signature[0]! ^= 1
    return [rr(owner, 'RRSIG', { ...fields, signature: Buffer.from(signature).toString('base64') })]
  }
  const signed = (set: readonly Rr[]) => (set.length === 0 ? [] : [...set, ...signSet(set)])
  const typesAt = (owner: Name) => {
    const types = [...new Set(all.filter((one) => one.name === owner).map((one) => toTypeName(one.type)))]
    return isCut(owner) && !types.includes('DS') ? types : [...types, 'RRSIG']
  }

  const chain = denial === 'nsec' ? toNsec() : isSigned ? toNsec3() : []
  function toNsec(): Rr[] {
    return owners.map((owner, index) =>
      rr(owner, 'NSEC', { next: owners[(index + 1) % owners.length]!, types: [...typesAt(owner), 'NSEC', 'RRSIG'] }),
    )
  }
  function toNsec3(): Rr[] {
    const isOptOut = denial === 'nsec3-opt-out'
    const names = owners
      .flatMap((owner) => ancestors(owner))
      .filter((owner) => isWithin(owner, name) && !(isOptOut && isCut(owner) && at(owner, TYPES.DS).length === 0))
    const hashed = [...new Set(names)].map((owner) => ({ owner, hash: hashName(owner, { salt: Buffer.alloc(0), iterations }) }))
    hashed.sort((a, b) => Buffer.compare(a.hash, b.hash))
    return hashed.map(({ owner, hash }, index) => {
      const next = toBase32Hex(hashed[(index + 1) % hashed.length]!.hash)
      return rr(`${toBase32Hex(hash).toLowerCase()}.${name === '.' ? '' : name}`, 'NSEC3', {
        algorithm: 1,
        flags: isOptOut ? 1 : 0,
        iterations,
        salt: '-',
        next,
        types: typesAt(owner),
      })
    })
  }
  const hashOwner = (owner: Name) => toBase32Hex(hashName(owner, { salt: Buffer.alloc(0), iterations })).toLowerCase()
  const match = (owner: Name) =>
    chain.filter((one) => (denial === 'nsec' ? one.name === owner : one.name.startsWith(`${hashOwner(owner)}.`)))
  const cover = (owner: Name) => {
    const before =
      denial === 'nsec'
        ? chain.filter((one) => compareNames(one.name, owner) < 0)
        : chain.filter((one) => one.name < hashOwner(owner))
    return [before.at(-1) ?? chain.at(-1)!]
  }
  const prove = (...parts: Rr[][]) => [...new Set(parts.flat())].flatMap((one) => signed([one]))
  const deny = (owner: Name): Rr[] => {
    if (!isSigned) return []
    const encloser = ancestors(owner).find((one) => one !== owner && exists(one))!
    const nextCloser = fromLabels(toLabels(owner).slice(-(countLabels(encloser) + 1)))
    const wildcard = `*.${encloser === '.' ? '' : encloser}`
    return denial === 'nsec' ? prove(cover(owner), cover(wildcard)) : prove(match(encloser), cover(nextCloser), cover(wildcard))
  }
  const soa = () => signed(at(name, TYPES.SOA))

  const respond = ({ name: asked, type }: Question): Partial<Message> => {
    const owner = toNormalName(asked)
    const set = at(owner, type)
    if (set.length > 0) return { answers: signed(set) }
    const alias = at(owner, TYPES.CNAME)
    if (alias.length > 0) return { answers: signed(alias) }
    if (exists(owner)) {
      if (!isSigned) return { authorities: soa() }
      if (match(owner).length > 0) return { authorities: [...soa(), ...prove(match(owner))] }
      return { authorities: [...soa(), ...(denial === 'nsec' ? prove(cover(owner)) : deny(owner))] }
    }
    const encloser = ancestors(owner).find((one) => exists(one))!
    if (!exists(`*.${encloser}`)) return { rcode: 3, authorities: [...soa(), ...deny(owner)] }
    const nextCloser = fromLabels(toLabels(owner).slice(-(countLabels(encloser) + 1)))
    const wildcard = [type, TYPES.CNAME].map((one) => at(`*.${encloser}`, one)).find((set) => set.length > 0) ?? []
    if (wildcard.length === 0) {
      const parts = [match(`*.${encloser}`), cover(nextCloser), denial === 'nsec' ? [] : match(encloser)]
      return { authorities: [...soa(), ...(isSigned ? prove(...parts) : [])] }
    }
    const made = wildcard.map((one) => ({ ...one, name: owner }))
    return {
      answers: [...made, ...signSet(made, owner, countLabels(encloser))],
      authorities: isSigned ? prove(cover(nextCloser)) : [],
    }
  }
  return { name, records: all, ds, respond }
}

/** Answers for several zones as a resolver would that has checking disabled. */
export function createWorld(zones: readonly TestZone[]): Script {
  const byDepth = [...zones].sort((a, b) => countLabels(b.name) - countLabels(a.name))
  return (question) => {
    const owner = toNormalName(question.name)
    const zone = byDepth.find(
      (one) => isWithin(owner, one.name) && !(question.type === TYPES.DS && owner === one.name && owner !== '.'),
    )
    return { ...zone!.respond(question), flags: { qr: true, aa: false, tc: false, rd: true, ra: true, ad: false, cd: true } }
  }
}

function createKey(algorithm: 8 | 13 | 15): { wire: Buffer; sign: (data: Uint8Array) => Uint8Array } {
  const { publicKey, privateKey } = generate(algorithm)
  const jwk = publicKey.export({ format: 'jwk' })
  const part = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  if (algorithm === 8)
    return {
      wire: Buffer.concat([Buffer.of(part(jwk.e).length), part(jwk.e), part(jwk.n)]),
      sign: (data) => Uint8Array.from(sign('sha256', data, privateKey)),
    }
  if (algorithm === 15) return { wire: part(jwk.x), sign: (data) => Uint8Array.from(sign(null, data, privateKey)) }
  return {
    wire: Buffer.concat([part(jwk.x), part(jwk.y)]),
    sign: (data) => Uint8Array.from(sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })),
  }
}

function generate(algorithm: 8 | 13 | 15): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 8) return generateKeyPairSync('rsa', { modulusLength: 1024 })
  return algorithm === 15 ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function ancestors(name: Name): Name[] {
  const all = [name]
  while (all.at(-1) !== '.') all.push(toParent(all.at(-1)!))
  return all
}

function countOwner(name: Name): number {
  return countLabels(name) - (name.startsWith('*.') ? 1 : 0)
}

function toTime(date: Date): string {
  return date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')
}
