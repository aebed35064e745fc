import { isAppError } from '@octet/core/errors.ts'
import type { DnssecResult } from '@octet/core/probe/dns.ts'
import type { Text } from '@octet/core/text.ts'
import type { Ask, DnsClient } from '../client.ts'
import type { Message, Rr } from '../message.ts'
import { isWithin, toLabels, fromLabels, toNormalName, type Name } from '../names.ts'
import { readRdata } from '../rdata.ts'
import { ROOT_ANCHORS } from '../roots.ts'
import { toDnsRecords } from '../to-answer.ts'
import { toReason } from '../to-reason.ts'
import { toTypeName, TYPES } from '../types.ts'
import { toAdvice } from './advice.ts'
import { toAlgorithmName } from './algorithms.ts'
import { Chain, findProven, type State, type Zone } from './chain.ts'
import { findDenial, findWildcardProof } from './denial.ts'
import { parseDs } from './keys.ts'
import { Questions } from './questions.ts'
import { findRrSet, findRrSets, findSigner, isFromWildcard, verifyRrSet, type RrSet } from './rrset.ts'

export type ValidateOptions = {
  readonly client: DnsClient
  /** DS records of trusted keys of the root. */
  readonly anchors?: readonly string[] | undefined
  readonly now?: (() => Date) | undefined
}

type Proof = DnssecResult['proofs'][number]

const MAX_ALIASES = 8
const ORDER: readonly State[] = ['bogus', 'indeterminate', 'insecure', 'secure']

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
  readonly #questions: Questions
  readonly #chain: Chain
  readonly #now: Date
  readonly #judged: (Proof & { readonly reason: Text | null })[] = []
  #records: readonly Rr[] = []

  constructor(ask: Ask, { client, anchors = ROOT_ANCHORS, now = () => new Date() }: ValidateOptions) {
    this.#ask = ask
    this.#now = now()
    this.#questions = new Questions(ask, client)
    this.#chain = new Chain(ask, { questions: this.#questions, anchors: anchors.map(parseDs), now: this.#now })
  }

  /** Answers along CNAMEs until the type asked for, or its denial, is reached. */
  async *follow(): AsyncGenerator<DnssecResult> {
    let name = toNormalName(this.#ask.name)
    for (let aliases = 0; aliases <= MAX_ALIASES; aliases++) {
      let zone: Zone | undefined
      const signer = await this.#questions.fetch(name, this.#ask.type).then(
        (message) => findAnswerSigner(message, name, this.#ask.type),
        () => undefined, // told below, with the zones on the way
      )
      for await (zone of this.#chain.descend(name, signer)) yield this.toResult('indeterminate', null)
      const next = await this.#judge(name, zone!)
      if (next === undefined) return yield this.#conclude(zone!)
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
      chain: [...this.#chain.links],
      proofs: this.#judged.map(({ name, type, kind, state, by }) => ({ name, type, kind, state, by })),
      checks: toAdvice(this.#chain.links, this.#chain.held, this.#now),
      records: toDnsRecords(this.#records),
      queries: this.#questions.count,
      ms: this.#questions.ms,
    }
  }

  /** The whole is as good as the worst part of it. */
  #conclude(zone: Zone): DnssecResult {
    const parts = [...this.#judged, zone]
    const worst = ORDER.flatMap((one) => parts.find(({ state }) => state === one) ?? [])[0] ?? zone
    return this.toResult(worst.state, worst.reason)
  }

  /** Judges what is said about one name; gives the name that an alias leads to. */
  async #judge(name: Name, zone: Zone): Promise<Name | undefined> {
    const { type } = this.#ask
    const message = await this.#questions.fetch(name, type)
    const set = findRrSet(message.answers, name, type)
    if (set) {
      this.#records = [...this.#records, ...set.records]
      this.#judgeSet(set, message, zone, 'answer')
      return undefined
    }
    const alias = findRrSet(message.answers, name, TYPES.CNAME)
    if (!alias) {
      this.#judgeDenial(name, message, zone)
      return undefined
    }
    this.#records = [...this.#records, ...alias.records]
    const next = toNormalName(String(readRdata(TYPES.CNAME, alias.records[0]!.rdata)!['name']))
    this.#judgeAlias(name, next, alias, message, zone)
    return this.#judged.at(-1)?.state === 'bogus' ? undefined : next
  }

  #judgeSet(set: RrSet, message: Message, zone: Zone, kind: Proof['kind']): void {
    if (zone.state !== 'secure') return this.#note(set.name, set.type, { kind, state: zone.state, by: '–' }, zone.reason)
    const verdict = verifyRrSet(set, zone.name, zone.keys, this.#now)
    if (!verdict.isValid) return this.#note(set.name, set.type, { kind, state: 'bogus', by: '–' }, verdict.reason)
    this.#chain.held.push({ set, ...verdict.signature })
    const by = `RRSIG ${toAlgorithmName(verdict.key.algorithm)} ${verdict.key.tag}`
    if (!isFromWildcard(set.name, verdict.signature)) return this.#note(set.name, set.type, { kind, state: 'secure', by }, null)
    const proof = findWildcardProof(set.name, verdict.signature.labels, findProven(message.authorities, zone, this.#now))
    if (proof) {
      const open = proof.kind === 'too-costly' ? toCostlyReason(zone.name) : toOpenReason(proof.by)
      const reason = proof.kind === 'no-name' ? null : open
      const state = reason ? 'insecure' : 'secure'
      return this.#note(set.name, set.type, { kind: 'wildcard', state, by: `${by} + ${proof.by}` }, reason)
    }
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
  #judgeAlias(name: Name, next: Name, alias: RrSet, message: Message, zone: Zone): void {
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

  #judgeDenial(name: Name, message: Message, zone: Zone): void {
    const { type } = this.#ask
    const kind = message.rcode === 3 ? 'no-name' : 'no-data'
    if (zone.state !== 'secure') return this.#note(name, type, { kind, state: zone.state, by: '–' }, zone.reason)
    const [soa] = findRrSets(message.authorities, [TYPES.SOA])
    const verdict = soa && verifyRrSet(soa, zone.name, zone.keys, this.#now)
    // the denial holds without it, but resolvers refuse an answer of which a part is wrong
    if (verdict?.isValid === false) return this.#note(name, type, { kind, state: 'bogus', by: '–' }, verdict.reason)
    const denial = findDenial(name, type, findProven(message.authorities, zone, this.#now))
    if (denial?.kind === kind) return this.#note(name, type, { kind, state: 'secure', by: denial.by }, null)
    // a compact denial says in its types, not by its code, that there is no such name (RFC 9824 §3.1)
    if (denial?.kind === 'no-name' && denial.by.endsWith('(NXNAME)'))
      return this.#note(name, type, { kind: 'no-name', state: 'secure', by: denial.by }, null)
    if (denial?.kind === 'opt-out' && (denial.isWithoutWildcard || kind === 'no-data'))
      return this.#note(name, type, { kind, state: 'insecure', by: denial.by }, toOpenReason(denial.by))
    if (denial?.kind === 'too-costly')
      return this.#note(name, type, { kind, state: 'insecure', by: denial.by }, toCostlyReason(zone.name))
    return this.#note(
      name,
      type,
      { kind, state: 'bogus', by: '–' },
      { en: `nothing proves that ${name} has no ${toTypeName(type)}`, zh: `没有证据表明 ${name} 没有 ${toTypeName(type)} 记录` },
    )
  }

  #note(name: Name, type: number, proof: Pick<Proof, 'kind' | 'state' | 'by'>, reason: Text | null): void {
    this.#judged.push({ name, type: toTypeName(type), ...proof, reason })
  }
}

/** The zone that signs what is said of a name: its records, the alias at its place, or the denial. */
function findAnswerSigner({ answers, authorities }: Message, name: Name, type: number): Name | undefined {
  const set = findRrSet(answers, name, type) ?? findRrSet(answers, name, TYPES.CNAME)
  const above = set?.signatures.length === 0 ? findRrSets(answers, [TYPES.DNAME]) : []
  const sets = set ? [set, ...above] : findRrSets(authorities, [TYPES.SOA, TYPES.NSEC, TYPES.NSEC3])
  const isOver = (signer: Name) => isWithin(name, signer) && !(type === TYPES.DS && signer === name)
  return sets.map(findSigner).find((signer) => signer !== undefined && isOver(signer))
}

/** Why a denial that is hashed too often proves nothing. */
const toCostlyReason = (zone: Name): Text => ({
  en: `the NSEC3 records of ${zone} are hashed more than 100 times, so they prove nothing (RFC 9276)`,
  zh: `${zone} 的 NSEC3 迭代超过 100 次，不能作为证明（RFC 9276）`,
})

const toOpenReason = (by: string): Text => ({
  en: `${by} leaves open whether an unsigned name exists here`,
  zh: `${by} 无法排除此处存在未签名的名称`,
})

const ENDLESS: Text = {
  en: `the aliases lead in a circle, or are more than ${MAX_ALIASES}: there is no answer at their end`,
  zh: `别名形成循环，或超过 ${MAX_ALIASES} 层，没有最终应答`,
}
