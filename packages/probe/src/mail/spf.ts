import { isAppError } from '@octet/core/errors.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import type { AskText } from './txt.ts'

type Spf = MailReport['spf']
type Step = Spf['steps'][number]

const MAX_LOOKUPS = 10
/** Records followed altogether; beyond the limit of the standard only to show how far a record goes. */
const MAX_RECORDS = 25
const MAX_DEPTH = 8

/** Terms that cost a look-up (RFC 7208 §4.6.4). */
const COSTLY = /^[+?~-]?(include|a|mx|ptr|exists)(?=[:/]|$)/i

/** Follows `include` and `redirect` and counts look-ups as a receiver would (RFC 7208). */
export async function readSpf(domain: string, askText: AskText): Promise<Spf> {
  const walk = new SpfWalk(askText)
  const record = await walk.follow(domain, 'v=spf1', 0)
  const all = /(?:^|\s)([+?~-]?all)(?:\s|$)/i.exec(record ?? '')?.[1]?.toLowerCase() ?? null
  return { record, lookups: walk.lookups, voidLookups: walk.voidLookups, all, steps: walk.steps }
}

class SpfWalk {
  lookups = 0
  voidLookups = 0
  readonly steps: Step[] = []
  readonly #askText: AskText
  readonly #path: string[] = []

  constructor(askText: AskText) {
    this.#askText = askText
  }

  /** Reads one record and those it leads to; its text, or null. */
  async follow(domain: string, term: string, depth: number): Promise<string | null> {
    const step: Step = { depth, domain, term, record: null, cost: depth === 0 ? 0 : 1, problem: null }
    this.steps.push(step)
    if (this.#path.includes(domain)) step.problem = { en: 'the record leads back to itself', zh: '记录循环引用自身' }
    else if (depth > MAX_DEPTH || this.steps.length > MAX_RECORDS)
      step.problem = { en: 'not followed any further', zh: '不再继续展开' }
    else if (domain.includes('%')) step.problem = { en: 'depends on the sender (macro)', zh: '取决于发件人（宏）' }
    if (step.problem) return null
    const { record, problem } = await this.#read(domain, depth)
    step.record = record
    step.problem = problem
    if (!record) return null
    this.#path.push(domain)
    await this.#readTerms(record, depth)
    this.#path.pop()
    return record
  }

  async #read(domain: string, depth: number): Promise<{ record: string | null; problem: Text | null }> {
    try {
      const found = (await this.#askText(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
      if (found.length === 0 && depth > 0) this.voidLookups++
      if (found.length === 0)
        return { record: null, problem: depth === 0 ? null : { en: 'there is no SPF record', zh: '没有 SPF 记录' } }
      return {
        record: found[0]!,
        problem:
          found.length > 1
            ? { en: `${found.length} SPF records; only one is allowed`, zh: `存在 ${found.length} 条 SPF 记录，只允许一条` }
            : null,
      }
    } catch (error) {
      if (!isAppError(error) || error.key === 'cancelled') throw error
      return { record: null, problem: { en: error.message, zh: '查询失败' } }
    }
  }

  async #readTerms(record: string, depth: number): Promise<void> {
    const terms = record.split(/\s+/).slice(1)
    for (const term of terms) {
      if (COSTLY.test(term)) this.lookups++
      const include = /^[+?~-]?include:(\S+)$/i.exec(term)?.[1]
      if (include) await this.follow(include.toLowerCase().replace(/\.$/, ''), term, depth + 1)
    }
    // a redirect counts only where no "all" stands (RFC 7208 §6.1)
    const redirect = terms.map((term) => /^redirect=(\S+)$/i.exec(term)?.[1]).find(Boolean)
    if (!redirect || terms.some((term) => /^[+?~-]?all$/i.test(term))) return
    this.lookups++
    await this.follow(redirect.toLowerCase().replace(/\.$/, ''), `redirect=${redirect}`, depth + 1)
  }
}

export function isOverLimit({ lookups, voidLookups }: Pick<Spf, 'lookups' | 'voidLookups'>): boolean {
  return lookups > MAX_LOOKUPS || voidLookups > 2
}
