import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import { DnsFormatError } from '../dns/format-error.ts'
import { TYPES } from '../dns/types.ts'
import type { AskText } from '../dns/text-reader.ts'
import {
  findJoined,
  findSpfRecords,
  MAX_LOOKUPS,
  MAX_VOID_LOOKUPS,
  parseSpfTerms,
  SpfSyntaxError,
  toTooManyRecords,
} from '@octet/core/mail/spf-terms.ts'
import { showUnseen } from '@octet/core/mail/show-unseen.ts'
import type { HasRecord } from './txt.ts'

type Spf = MailReport['spf']
type Step = Spf['steps'][number]

/** Records followed altogether; beyond the limit of the standard only to show how far a record goes. */
const MAX_RECORDS = 25
const MAX_DEPTH = 8

/** Terms that cost a lookup (RFC 7208 §4.6.4). */
const COSTLY = /^[+?~-]?(include|a|mx|ptr|exists)(?=[:/]|$)/i

/** Terms whose lookup does not hang on the sender, with the name that they ask for, and the types. */
const TARGETED = /^[+?~-]?(a|mx|exists)(?::([^\s/]+))?(?:\/\S*)?$/i
const ASKED_TYPES: Readonly<Record<string, readonly number[]>> = {
  a: [TYPES.A, TYPES.AAAA],
  mx: [TYPES.MX],
  exists: [TYPES.A],
}

type Asking = { readonly askText: AskText; readonly hasRecord: HasRecord }

/** Follows `include` and `redirect` and counts lookups as a receiver would (RFC 7208). */
export async function readSpf(domain: string, asking: Asking): Promise<Omit<Spf, 'sender'>> {
  const walk = new SpfWalk(asking)
  const { record, all } = await walk.follow(domain, 'v=spf1', 0)
  return { record, lookups: walk.lookups, voidLookups: await walk.countVoid(), all, steps: walk.steps }
}

/** What one record says: its text, and its word on everyone else, which may be that of the record it redirects to. */
type Said = { record: string | null; all: string | null }
const NOTHING: Said = { record: null, all: null }

class SpfWalk {
  lookups = 0
  readonly steps: Step[] = []
  readonly #askText: AskText
  readonly #hasRecord: HasRecord
  #voidTexts = 0
  /** Whether each name of `a`, `mx` and `exists` has records. */
  readonly #found: Promise<boolean>[] = []
  readonly #path: string[] = []

  constructor({ askText, hasRecord }: Asking) {
    this.#askText = askText
    this.#hasRecord = hasRecord
  }

  /** Lookups without a record, of all terms whose lookup does not hang on the sender (RFC 7208 §4.6.4). */
  async countVoid(): Promise<number> {
    const found = await Promise.all(this.#found)
    return this.#voidTexts + found.filter((isFound) => !isFound).length
  }

  /** Reads one record and those it leads to. */
  async follow(domain: string, term: string, depth: number): Promise<Said> {
    const step: Step = { depth, domain, term, record: null, cost: depth === 0 ? 0 : 1, problem: null }
    this.steps.push(step)
    if (this.#path.includes(domain)) step.problem = { en: 'the record leads back to itself', zh: '记录循环引用自身' }
    else if (depth > MAX_DEPTH || this.steps.length > MAX_RECORDS)
      step.problem = { en: 'not followed any further', zh: '不再继续展开' }
    else if (findJoined(term)) step.problem = toBroken(findJoined(term)!)
    else if (domain.includes('%')) step.problem = { en: 'depends on the sender (macro)', zh: '取决于发件人（宏）' }
    if (step.problem) return NOTHING
    const { record, misspelt = null, problem } = await this.#read(domain, depth)
    step.record = record ?? misspelt
    step.problem = problem ?? (record ? findBrokenTerm(record) : null)
    if (!record) return NOTHING
    this.#path.push(domain)
    const all = await this.#readTerms(record, { domain, depth })
    this.#path.pop()
    return { record, all }
  }

  /** `misspelt` is what is meant as a record and read by nobody. */
  async #read(domain: string, depth: number): Promise<{ record: string | null; misspelt?: string | null; problem: Text | null }> {
    try {
      const texts = await this.#askText(domain)
      const found = findSpfRecords(texts)
      if (texts.length === 0 && depth > 0) this.#voidTexts++
      if (found.length === 0) return toMissing(texts, depth)
      return {
        record: found[0]!,
        problem: found.length > 1 ? toTooManyRecords(found.length) : null,
      }
    } catch (error) {
      if (error instanceof DnsFormatError) return { record: null, problem: toBadName(domain) }
      if (!isAppError(error) || error.key === 'cancelled') throw error
      return { record: null, problem: { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') } }
    }
  }

  /** Follows the terms of a record; its word on everyone else. */
  async #readTerms(record: string, { domain, depth }: { domain: string; depth: number }): Promise<string | null> {
    const terms = toTerms(record)
    const end = terms.findIndex((term) => ALL.test(term))
    for (const term of end < 0 ? terms : terms.slice(0, end)) {
      if (COSTLY.test(term)) this.lookups++
      this.#lookUp(term, domain)
      const include = /^[+?~-]?include:(\S+)$/i.exec(term)?.[1]
      if (include) await this.follow(include.toLowerCase().replace(/\.$/, ''), term, depth + 1)
    }
    // a redirect counts only where no "all" stands (RFC 7208 §6.1)
    const redirect = terms.map((term) => /^redirect=(\S+)$/i.exec(term)?.[1]).find(Boolean)
    const all = terms[end]?.toLowerCase()
    if (all || !redirect) return all ?? null
    this.lookups++
    const target = await this.follow(redirect.toLowerCase().replace(/\.$/, ''), `redirect=${redirect}`, depth + 1)
    return target.all
  }

  /** Asks beside the walk; beyond the limit of the standard the record is broken already. */
  #lookUp(term: string, domain: string): void {
    const [, kind, name = domain] = TARGETED.exec(term) ?? []
    if (!kind || name.includes('%') || this.#found.length >= MAX_LOOKUPS) return
    const found = this.#hasRecord(name.toLowerCase().replace(/\.$/, ''), ASKED_TYPES[kind.toLowerCase()]!)
    found.catch(() => {}) // is thrown by `countVoid`, unless the walk ends before
    this.#found.push(found)
  }
}

/** Texts that are meant as SPF records, however they are written. */
const MEANT = /\bv\s{0,9}=\s{0,9}spf|^\W{0,3}spf1/i

function toMissing(texts: readonly string[], depth: number): { record: null; misspelt: string | null; problem: Text | null } {
  const misspelt = texts.find((text) => MEANT.test(text)) ?? null
  if (misspelt !== null)
    return {
      record: null,
      misspelt,
      problem: {
        en: `nobody reads the SPF record, which must begin with “v=spf1” and a space: “${showUnseen(misspelt.slice(0, 40))}”`,
        zh: `SPF 记录不会被读取，必须以“v=spf1”加一个空格开头：“${showUnseen(misspelt.slice(0, 40))}”`,
      },
    }
  const problem: Text = {
    en: 'there is no SPF record, for which receivers reject the whole record (permerror)',
    zh: '没有 SPF 记录，收件方会因此判定整条记录出错（permerror）',
  }
  return { record: null, misspelt, problem: depth === 0 ? null : problem }
}

function toBadName(name: string): Text {
  const shown = name.slice(0, 60)
  return { en: `“${shown}” is not a domain name`, zh: `“${shown}”不是有效的域名` }
}

function toTerms(record: string): string[] {
  return record.trim().split(/ +/).slice(1)
}

const ALL = /^[+?~-]?all$/i

/** Mechanisms behind `all`, which nobody reads (RFC 7208 §5.1); modifiers such as `exp=` may stand there. */
export function findUnread(record: string): string[] {
  const terms = toTerms(record)
  const end = terms.findIndex((term) => ALL.test(term))
  return end < 0 ? [] : terms.slice(end + 1).filter((term) => !/^[a-z][\w.-]*=/i.test(term) || /^redirect=/i.test(term))
}

/** The first term that makes receivers give the whole record up as broken (RFC 7208 §4.6). */
function findBrokenTerm(record: string): Text | null {
  try {
    parseSpfTerms(record)
    return null
  } catch (error) {
    if (!(error instanceof SpfSyntaxError)) throw error
    return toBroken(error.text)
  }
}

const toBroken = ({ en, zh }: Text): Text => ({
  en: `${en}; receivers reject the whole record (permerror)`,
  zh: `${zh}，收件方会因此判定整条记录出错（permerror）`,
})

/** The redirect in front of an “all”, which counts for nothing beside it (RFC 7208 §6.1). */
export function findIdleRedirect(record: string): string | undefined {
  const terms = toTerms(record)
  const end = terms.findIndex((term) => ALL.test(term))
  return terms.slice(0, Math.max(0, end)).find((term) => /^redirect=/i.test(term))
}

/** Modifiers that nobody knows and that are meant as mechanisms, which have a colon (RFC 7208 §6). */
export function findMistaken(record: string): string[] {
  return toTerms(record).filter((term) => /^[+?~-]?(?:all|include|a|mx|ptr|ip4|ip6|exists)=/i.test(term))
}

export function isOverLimit({ lookups, voidLookups }: Pick<Spf, 'lookups' | 'voidLookups'>): boolean {
  return lookups > MAX_LOOKUPS || voidLookups > MAX_VOID_LOOKUPS
}
