import { AppError, isAppError } from '@octet/core/errors.ts'
import type { DnssecLink, DnssecResult } from '@octet/core/probe/dns.ts'
import type { Text } from '@octet/core/text.ts'
import { findExtendedError } from '../ede.ts'
import { OWN_RESOLVER } from '../exchange.ts'
import type { Ask, DnsClient } from '../client.ts'
import type { Message, Rr } from '../message.ts'
import { isWithin, toLabels, fromLabels, toNormalName, type Name } from '../names.ts'
import { readRdata } from '../rdata.ts'
import { ROOT_ANCHORS } from '../roots.ts'
import { toDnsRecord } from '../to-answer.ts'
import { toReason } from '../to-reason.ts'
import { toRcodeName, toTypeName, TYPES } from '../types.ts'
import { countKeyBits, isKnownAlgorithm, isKnownDigest, toAlgorithmName, toDigestName } from './algorithms.ts'
import { findDenial, provesWildcard } from './denial.ts'
import { matchesDs, parseDs, readDs, readKeys, toRole, type Ds, type ZoneKey } from './keys.ts'
import { findRrSet, findRrSets, isFromWildcard, verifyRrSet, type RrSet } from './rrset.ts'

export type ValidateOptions = {
  readonly client: DnsClient
  /** DS records of trusted keys of the root. */
  readonly anchors?: readonly string[] | undefined
  readonly now?: (() => Date) | undefined
}

type State = DnssecResult['state']
type Proof = DnssecResult['proofs'][number]
/** A zone on the way: its trusted keys while the chain holds, else where it ended and why. */
type Zone = { readonly name: Name; readonly state: State; readonly keys: readonly ZoneKey[]; readonly reason: Text | null }

const MAX_QUERIES = 60
const MAX_ALIASES = 8
const TOTAL_MS = 9000
const STEP_TIMEOUT_MS = 2500

/**
 * Validates the answer to a question along the chain of trust from the root's keys (RFC 4035 §5).
 * Answers come from the resolver asked, with checking disabled: nothing of what it says is believed unsigned.
 * Yields after every zone; the last value holds the state.
 */
export async function* validateFromRoot(ask: Ask, options: ValidateOptions): AsyncGenerator<DnssecResult> {
  const run = new Validation(ask, options)
  try {
    yield* run.follow()
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    yield run.toResult('indeterminate', toReason(error))
  }
}

class Validation {
  readonly #ask: Ask
  readonly #client: DnsClient
  readonly #anchors: readonly Ds[]
  readonly #now: Date
  readonly #started = performance.now()
  readonly #messages = new Map<string, Message>()
  readonly #zones = new Map<Name, Zone>()
  readonly #chain: DnssecLink[] = []
  readonly #proofs: Proof[] = []
  #records: readonly Rr[] = []
  #queries = 0

  constructor(ask: Ask, { client, anchors = ROOT_ANCHORS, now = () => new Date() }: ValidateOptions) {
    this.#ask = ask
    this.#client = client
    this.#anchors = anchors.map(parseDs)
    this.#now = now()
  }

  /** Answers along CNAMEs until the type asked for, or its denial, is reached. */
  async *follow(): AsyncGenerator<DnssecResult> {
    let name = toNormalName(this.#ask.name)
    for (let aliases = 0; aliases <= MAX_ALIASES; aliases++) {
      let zone: Zone | undefined
      for await (zone of this.#descend(name)) yield this.toResult('indeterminate', null)
      const { next, reason } = await this.#judge(name, zone!)
      if (next === undefined) return yield this.toResult(this.#worst(zone!), reason)
      name = next
    }
    yield this.toResult('indeterminate', ENDLESS)
  }

  toResult(state: State, reason: Text | null): DnssecResult {
    return {
      name: this.#ask.name,
      type: toTypeName(this.#ask.type),
      state,
      reason,
      chain: [...this.#chain],
      proofs: [...this.#proofs],
      records: this.#records.map(toDnsRecord),
      queries: this.#queries,
      ms: Math.round(performance.now() - this.#started),
    }
  }

  #worst({ state }: Zone): State {
    const order: readonly State[] = ['bogus', 'indeterminate', 'insecure', 'secure']
    return order.find((one) => [state, ...this.#proofs.map((proof) => proof.state)].includes(one)) ?? 'indeterminate'
  }

  /** Walks from the root towards a name; the last value is the zone that holds it. */
  async *#descend(name: Name): AsyncGenerator<Zone> {
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
    const message = await this.#fetch(below, TYPES.DS)
    const set = findRrSet(message.answers, below, TYPES.DS)
    if (set) {
      const verdict = verifyRrSet(set, zone.name, zone.keys, this.#now)
      return verdict.isValid ? this.#enter(below, readDs(set.records)) : this.#stop(below, 'bogus', verdict.reason)
    }
    if (findRrSet(message.answers, below, TYPES.CNAME)) return 'same'
    const denial = findDenial(below, TYPES.DS, this.#prove(message.authorities, zone))
    if (!denial)
      return this.#stop(below, 'bogus', {
        en: `nothing proves that ${below} has no DS in ${zone.name}`,
        zh: `没有证据表明 ${below} 在 ${zone.name} 中没有 DS`,
      })
    if (denial.kind === 'no-name') return 'end'
    if (denial.kind === 'too-costly')
      return this.#stop(below, 'insecure', {
        en: `the NSEC3 records of ${zone.name} are hashed more than 100 times (RFC 9276)`,
        zh: `${zone.name} 的 NSEC3 迭代超过 100 次（RFC 9276）`,
      })
    const isUnsigned = denial.kind === 'opt-out' || denial.isDelegation
    if (!isUnsigned) return 'same'
    return this.#stop(below, 'insecure', {
      en: `${zone.name} proves by ${denial.by} that ${below} is not signed`,
      zh: `${zone.name} 通过 ${denial.by} 证明 ${below} 未签名`,
    })
  }

  /** Takes the keys of a zone that a proven DS (or an anchor) leads to. */
  async #enter(zone: Name, ds: readonly Ds[]): Promise<Zone> {
    const usable = ds.filter((one) => isKnownAlgorithm(one.algorithm) && isKnownDigest(one.digestType))
    if (usable.length === 0)
      return this.#stop(
        zone,
        'insecure',
        { en: `${zone} uses only algorithms that are not known here`, zh: `${zone} 仅使用此处不支持的算法` },
        ds,
      )
    const message = await this.#fetch(zone, TYPES.DNSKEY)
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
      return this.#stop(zone, 'bogus', { en: `no key of ${zone} fits its DS`, zh: `${zone} 的密钥与 DS 均不匹配` }, ds, keys)
    const verdict = verifyRrSet(set, zone, anchored, this.#now)
    if (!verdict.isValid) return this.#stop(zone, 'bogus', verdict.reason, ds, keys)
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
    this.#chain.push({
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

  /** Judges what is said about one name; `next` is where an alias leads. */
  async #judge(name: Name, zone: Zone): Promise<{ next?: Name; reason: Text | null }> {
    const { type } = this.#ask
    const message = await this.#fetch(name, type)
    const set = findRrSet(message.answers, name, type)
    if (set) {
      this.#records = [...this.#records, ...set.records]
      return { reason: this.#judgeSet(set, message, zone, 'answer') }
    }
    const alias = findRrSet(message.answers, name, TYPES.CNAME)
    if (!alias) return { reason: this.#judgeDenial(name, message, zone) }
    this.#records = [...this.#records, ...alias.records]
    const next = toNormalName(String(readRdata(TYPES.CNAME, alias.records[0]!.rdata)!['name']))
    const reason = this.#judgeAlias(name, next, alias, message, zone)
    return reason && this.#proofs.at(-1)?.state === 'bogus' ? { reason } : { next, reason }
  }

  #judgeSet(set: RrSet, message: Message, zone: Zone, kind: Proof['kind']): Text | null {
    if (zone.state !== 'secure') return this.#note(set.name, set.type, { kind, state: zone.state, by: '–' }, zone.reason)
    const verdict = verifyRrSet(set, zone.name, zone.keys, this.#now)
    if (!verdict.isValid) return this.#note(set.name, set.type, { kind, state: 'bogus', by: '–' }, verdict.reason)
    const by = `RRSIG ${toAlgorithmName(verdict.key.algorithm)} ${verdict.key.tag}`
    if (!isFromWildcard(set.name, verdict.signature)) return this.#note(set.name, set.type, { kind, state: 'secure', by }, null)
    const proof = provesWildcard(set.name, verdict.signature.labels, this.#prove(message.authorities, zone))
    if (proof) return this.#note(set.name, set.type, { kind: 'wildcard', state: 'secure', by: `${by} + ${proof}` }, null)
    return this.#note(
      set.name,
      set.type,
      { kind: 'wildcard', state: 'bogus', by },
      {
        en: `nothing proves that ${set.name} itself does not exist beside the wildcard`,
        zh: `没有证据表明 ${set.name} 本身不存在，通配符应答不可信`,
      },
    )
  }

  /** A CNAME is signed itself, or follows from a signed DNAME (RFC 6672 §5.3.1). */
  #judgeAlias(name: Name, next: Name, alias: RrSet, message: Message, zone: Zone): Text | null {
    const dname =
      alias.signatures.length === 0
        ? findRrSets(message.answers, [TYPES.DNAME]).find((set) => isWithin(name, set.name) && set.name !== name)
        : undefined
    if (!dname) return this.#judgeSet(alias, message, zone, 'alias')
    const target = toNormalName(String(readRdata(TYPES.DNAME, dname.records[0]!.rdata)!['name']))
    const stem = toLabels(name).slice(0, -toLabels(dname.name).length)
    const made = fromLabels([...stem, ...toLabels(target)])
    if (made === next) return this.#judgeSet(dname, message, zone, 'alias')
    return this.#note(
      name,
      TYPES.CNAME,
      { kind: 'alias', state: 'bogus', by: 'DNAME' },
      {
        en: `the CNAME of ${name} does not follow from the DNAME of ${dname.name}`,
        zh: `${name} 的 CNAME 与 ${dname.name} 的 DNAME 不符`,
      },
    )
  }

  #judgeDenial(name: Name, message: Message, zone: Zone): Text | null {
    const { type } = this.#ask
    const kind = message.rcode === 3 ? 'no-name' : 'no-data'
    if (zone.state !== 'secure') return this.#note(name, type, { kind, state: zone.state, by: '–' }, zone.reason)
    const denial = findDenial(name, type, this.#prove(message.authorities, zone))
    if (denial?.kind === kind) return this.#note(name, type, { kind, state: 'secure', by: denial.by }, null)
    if (denial?.kind === 'opt-out' || denial?.kind === 'too-costly')
      return this.#note(
        name,
        type,
        { kind, state: 'insecure', by: denial.by },
        { en: `${denial.by} leaves open whether an unsigned name exists here`, zh: `${denial.by} 无法排除此处存在未签名的名称` },
      )
    return this.#note(
      name,
      type,
      { kind, state: 'bogus', by: '–' },
      { en: `nothing proves that ${name} has no ${toTypeName(type)}`, zh: `没有证据表明 ${name} 没有 ${toTypeName(type)} 记录` },
    )
  }

  #note(name: Name, type: number, proof: Pick<Proof, 'kind' | 'state' | 'by'>, reason: Text | null): Text | null {
    this.#proofs.push({ name, type: toTypeName(type), ...proof })
    return reason
  }

  /** The denials of a section whose signatures hold. One made from a wildcard speaks of the wildcard only (RFC 4035 §5.4). */
  #prove(section: readonly Rr[], zone: Zone): RrSet[] {
    return findRrSets(section, [TYPES.NSEC, TYPES.NSEC3])
      .slice(0, 12)
      .filter((set) => {
        const verdict = verifyRrSet(set, zone.name, zone.keys, this.#now)
        return verdict.isValid && !isFromWildcard(set.name, verdict.signature)
      })
  }

  async #fetch(name: Name, type: number): Promise<Message> {
    const key = `${name} ${type}`
    const known = this.#messages.get(key)
    if (known) return known
    const left = Math.min(this.#ask.timeoutMs ?? TOTAL_MS, TOTAL_MS) - (performance.now() - this.#started)
    if (++this.#queries > MAX_QUERIES || left <= 0) throw new AppError('unavailable', { reason: TOO_LONG })
    const flags = { rd: true, cd: true }
    const { message, address, server } = await this.#client.ask({
      ...this.#ask,
      name,
      type,
      flags,
      isDnssecOk: true,
      wantsNsid: false,
      timeoutMs: Math.min(left, STEP_TIMEOUT_MS),
    })
    if (message.rcode !== 0 && message.rcode !== 3)
      throw toFailure(message, server.isTrusted ? OWN_RESOLVER : { en: address, zh: address }, `${name} ${toTypeName(type)}`)
    this.#messages.set(key, message)
    return message
  }
}

const ENDLESS: Text = {
  en: `the aliases lead in a circle, or are more than ${MAX_ALIASES}: there is no answer at their end`,
  zh: `别名形成循环，或超过 ${MAX_ALIASES} 层，没有最终应答`,
}
const TOO_LONG: Text = { en: 'the chain takes too many queries or too long', zh: '信任链的查询次数过多或耗时过长' }

/** An answer that is a failure, with what the server adds to it. */
function toFailure(message: Message, who: Text, question: string): AppError {
  const rcode = toRcodeName(message.rcode)
  const more = findExtendedError(message)
  const en = `${who.en} answered ${rcode} for ${question}${more ? ` (${more.en})` : ''}`
  const zh = `${who.zh} 对 ${question} 返回 ${rcode}${more ? `（${more.zh}）` : ''}`
  return new AppError('unavailable', { reason: { en, zh } })
}
