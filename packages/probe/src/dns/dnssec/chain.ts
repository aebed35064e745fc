import type { DnssecLink, DnssecResult } from '@octet/core/probe/dns.ts'
import type { Text } from '@octet/core/text.ts'
import type { Ask } from '../client.ts'
import type { Rr } from '../message.ts'
import { fromLabels, toLabels, toNormalName, type Name } from '../names.ts'
import { TYPES } from '../types.ts'
import type { Held } from './advice.ts'
import { countKeyBits, isKnownAlgorithm, isKnownDigest, toAlgorithmName, toDigestName } from './algorithms.ts'
import { findDenial } from './denial.ts'
import { matchesDs, readDs, readKeys, toRole, type Ds, type ZoneKey } from './keys.ts'
import type { Questions } from './questions.ts'
import { findRrSet, findSigner, findRrSets, isFromWildcard, verifyRrSet, type RrSet } from './rrset.ts'

export type State = DnssecResult['state']
/** A zone on the way: its trusted keys while the chain holds, else where it ended and why. */
export type Zone = {
  readonly name: Name
  readonly state: State
  readonly keys: readonly ZoneKey[]
  readonly reason: Text | null
}

const SHA1 = 1
/** Denials of one message that are looked at. */
const MAX_DENIALS = 12

type ChainParts = {
  readonly questions: Questions
  /** Trusted keys of the root. */
  readonly anchors: readonly Ds[]
  readonly now: Date
}

/** The zones from the root to the names of a question, each led to by the one above (RFC 4035 §5.2). */
export class Chain {
  /** What has been found of each zone, in the order of the walk. */
  readonly links: DnssecLink[] = []
  /** The signatures that held. */
  readonly held: Held[] = []
  readonly #ask: Ask
  readonly #questions: Questions
  readonly #anchors: readonly Ds[]
  readonly #now: Date
  readonly #zones = new Map<Name, Zone>()

  constructor(ask: Ask, { questions, anchors, now }: ChainParts) {
    this.#ask = ask
    this.#questions = questions
    this.#anchors = anchors
    this.#now = now
  }

  /**
   * Walks from the root to the zone that holds a name; the last value is that zone. Its signer, where a signature names one,
   * is reached by the DS records alone, as resolvers do: a zone whose denials are broken still answers for what it signs.
   */
  async *descend(name: Name, signer?: Name): AsyncGenerator<Zone> {
    const signing = signer === undefined ? undefined : yield* this.#climb(signer)
    if (signing) yield signing
    else yield* this.#search(name)
  }

  /** A zone, led to by those that sign the DS records above it; undefined where one of these has none, or no signature. */
  async *#climb(name: Name): AsyncGenerator<Zone, Zone | undefined> {
    const known = this.#zones.get(name)
    if (known) return known
    if (name === '.') return yield* this.#arrive(this.#enter('.', this.#anchors))
    const { answers } = await this.#questions.fetch(name, TYPES.DS)
    const set = findRrSet(answers, name, TYPES.DS)
    const signer = set && findSigner(set)
    if (!set || signer === undefined) return undefined
    const above = yield* this.#climb(signer)
    return above?.state === 'secure' ? yield* this.#arrive(this.#enterBy(set, above)) : above
  }

  async *#arrive(zone: Promise<Zone>): AsyncGenerator<Zone, Zone> {
    const entered = await zone
    yield entered
    return entered
  }

  /** The zone below by a DS of the one above. */
  async #enterBy(set: RrSet, above: Zone): Promise<Zone> {
    const verdict = verifyRrSet(set, above.name, above.keys, this.#now)
    if (!verdict.isValid) return this.#stop(set.name, 'bogus', verdict.reason)
    this.held.push({ set, ...verdict.signature })
    return this.#enter(set.name, readDs(set.records))
  }

  /** Label by label, where no signature says which zone it is: an unsigned one has to be proven. */
  async *#search(name: Name): AsyncGenerator<Zone> {
    let zone = this.#zones.get('.') ?? (await this.#enter('.', this.#anchors))
    yield zone
    const labels = toLabels(name)
    // the records of type DS live above the cut
    const deepest = this.#ask.type === TYPES.DS && name === toNormalName(this.#ask.name) ? labels.length - 1 : labels.length
    for (let count = 1; count <= deepest && zone.state === 'secure'; count++) {
      const below = fromLabels(labels.slice(labels.length - count))
      const known = this.#zones.get(below)
      const step: Zone | 'same' | 'end' = known ?? (await this.#step(zone, below))
      if (step === 'end') return
      if (step === 'same') continue
      zone = step
      yield zone
    }
  }

  /** One label down: another signed zone, an unsigned one, the same zone, or the end of what exists. */
  async #step(zone: Zone, below: Name): Promise<Zone | 'same' | 'end'> {
    const message = await this.#questions.fetch(below, TYPES.DS)
    const set = findRrSet(message.answers, below, TYPES.DS)
    if (set) return this.#enterBy(set, zone)
    if (findRrSet(message.answers, below, TYPES.CNAME)) return 'same'
    const denial = findDenial(below, TYPES.DS, findProven(message.authorities, zone, this.#now))
    if (!denial)
      return this.#stop(below, 'bogus', {
        en: `nothing proves that ${below} has no DS in ${zone.name}`,
        zh: `没有证据表明 ${below} 在 ${zone.name} 中没有 DS`,
      })
    if (denial.kind === 'no-name') return 'end'
    if (denial.kind === 'too-costly')
      return this.#stop(below, 'insecure', {
        en: `the NSEC3 records of ${zone.name} are hashed more than 100 times, so nothing proves where an unsigned zone begins (RFC 9276)`,
        zh: `${zone.name} 的 NSEC3 迭代超过 100 次，无法证明未签名的区从何处开始（RFC 9276）`,
      })
    if (denial.kind === 'opt-out')
      return this.#stop(below, 'insecure', {
        en: `${zone.name} shows by ${denial.by} that ${below} does not exist or is not signed`,
        zh: `${zone.name} 通过 ${denial.by} 表明 ${below} 不存在或未签名`,
      })
    if (!denial.isDelegation) return 'same'
    return this.#stop(below, 'insecure', {
      en: `${zone.name} proves by ${denial.by} that ${below} is not signed`,
      zh: `${zone.name} 通过 ${denial.by} 证明 ${below} 未签名`,
    })
  }

  /** Takes the keys of a zone that a proven DS (or an anchor) leads to. */
  async #enter(zone: Name, ds: readonly Ds[]): Promise<Zone> {
    const known = ds.filter((one) => isKnownAlgorithm(one.algorithm) && isKnownDigest(one.digestType))
    // SHA-1 does not count beside a better digest (RFC 4509 §3)
    const better = known.filter(({ digestType }) => digestType !== SHA1)
    const usable = better.length > 0 ? better : known
    if (usable.length === 0)
      return this.#stop(
        zone,
        'insecure',
        { en: `${zone} uses only algorithms that are not supported here`, zh: `${zone} 仅使用此处不支持的算法` },
        ds,
      )
    const message = await this.#questions.fetch(zone, TYPES.DNSKEY)
    const set = findRrSet(message.answers, zone, TYPES.DNSKEY)
    // the root is signed: a resolver that shows nothing of that cannot be judged by
    if (zone === '.' && !set?.signatures.length)
      return this.#stop(
        zone,
        'indeterminate',
        { en: 'the resolver does not pass on DNSSEC records', zh: '该解析器不返回 DNSSEC 记录' },
        ds,
      )
    if (!set)
      return this.#stop(zone, 'bogus', { en: `${zone} has a DS but shows no DNSKEY`, zh: `${zone} 有 DS 记录却没有 DNSKEY` }, ds)
    const keys = readKeys(set.records)
    const anchored = keys.filter((key) => usable.some((one) => matchesDs(zone, key, one)))
    if (anchored.length === 0)
      return this.#stop(zone, 'bogus', { en: `no key of ${zone} matches its DS`, zh: `${zone} 的密钥与 DS 均不匹配` }, ds, keys)
    const verdict = verifyRrSet(set, zone, anchored, this.#now)
    if (!verdict.isValid) return this.#stop(zone, 'bogus', verdict.reason, ds, keys)
    this.held.push({ set, ...verdict.signature })
    this.#link({ zone, state: 'secure', reason: null, ds, keys, signer: verdict.key })
    return this.#remember({ name: zone, state: 'secure', keys, reason: null })
  }

  #stop(name: Name, state: State, reason: Text, ds: readonly Ds[] = [], keys: readonly ZoneKey[] = []): Zone {
    this.#link({ zone: name, state, reason, ds, keys })
    return this.#remember({ name, state, keys: [], reason })
  }

  #remember(zone: Zone): Zone {
    this.#zones.set(zone.name, zone)
    return zone
  }

  #link({
    zone,
    state,
    reason,
    ds,
    keys,
    signer,
  }: {
    zone: Name
    state: State
    reason: Text | null
    ds: readonly Ds[]
    keys: readonly ZoneKey[]
    signer?: ZoneKey
  }): void {
    this.links.push({
      zone,
      state,
      reason,
      ds: ds.map((one) => ({
        keyTag: one.keyTag,
        algorithm: toAlgorithmName(one.algorithm),
        digestType: toDigestName(one.digestType),
        matches: keys.some((key) => matchesDs(zone, key, one)),
      })),
      keys: keys.map((key) => ({
        keyTag: key.tag,
        algorithm: toAlgorithmName(key.algorithm),
        bits: countKeyBits(key.algorithm, key.key),
        role: toRole(key),
        isTrusted: ds.some((one) => matchesDs(zone, key, one)),
        signs: key === signer,
      })),
    })
  }
}

/** The denials of a section whose signatures hold. One made from a wildcard speaks of the wildcard only (RFC 4035 §5.4). */
export function findProven(section: readonly Rr[], zone: Zone, now: Date): RrSet[] {
  return findRrSets(section, [TYPES.NSEC, TYPES.NSEC3])
    .slice(0, MAX_DENIALS)
    .filter((set) => {
      const verdict = verifyRrSet(set, zone.name, zone.keys, now)
      return verdict.isValid && !isFromWildcard(set.name, verdict.signature)
    })
}
