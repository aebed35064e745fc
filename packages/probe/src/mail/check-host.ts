import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import { BITS, findAddress, type Address, type IpVersion } from '@octet/core/ip/address.ts'
import { contains, toCidr } from '@octet/core/ip/cidr.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import { DnsFormatError } from '../dns/format-error.ts'
import type { AskText } from '../dns/text-reader.ts'
import { expandDomain, expandMacros, type MacroFacts } from './spf-macro.ts'
import {
  findSpfRecords,
  isMacroText,
  MAX_LOOKUPS,
  MAX_VOID_LOOKUPS,
  parseSpfTerms,
  SpfSyntaxError,
  toTooManyRecords,
  type Directive,
  type Qualifier,
  type SpfTerms,
} from '@octet/core/mail/spf-terms.ts'

export type SpfResult = NonNullable<MailReport['spf']['sender']>['result']
/** How a check ended: what matched, or what broke it. */
export type SpfVerdict = Omit<NonNullable<MailReport['spf']['sender']>, 'address'>

/** What a check asks of DNS. Each throws for a failure, and gives nothing where there is nothing. */
export type SpfDns = {
  readonly askText: AskText
  readonly askAddresses: (name: string, version: IpVersion) => Promise<readonly string[]>
  readonly askMailHosts: (name: string) => Promise<readonly string[]>
  /** Names of an address (PTR). */
  readonly askNames: (address: Address) => Promise<readonly string[]>
}

export type Sender = {
  readonly address: Address
  /** The mailbox that mail says it is from (MAIL FROM). */
  readonly mailbox: string
  /** The name that the sending server greets with. */
  readonly helo: string
}

/** Mail servers and names that are asked for at most (RFC 7208 §4.6.4). */
const MAX_NAMES = 10
const MAX_LABEL = 63
const RESULTS: Readonly<Record<Qualifier, SpfResult>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' }

/** Whether a domain lets an address send for a mailbox: `check_host()` of RFC 7208 §4. */
export async function checkHost(domain: string, sender: Sender, { dns, now }: { dns: SpfDns; now: Date }): Promise<SpfVerdict> {
  const check = new SenderCheck(sender, dns, now)
  try {
    return await check.judge(domain.replace(/\.$/, ''))
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error
    return { result: error.result, domain: error.domain, term: error.term, reason: error.text, explanation: null }
  }
}

/** The whole check ends here, however deep it is in included records. */
class GivenUp extends Error {
  readonly result: 'permerror' | 'temperror'
  readonly domain: string
  readonly term: string | null
  readonly text: Text

  constructor(result: 'permerror' | 'temperror', { domain, term, text }: { domain: string; term: string | null; text: Text }) {
    super(text.en)
    this.result = result
    this.domain = domain
    this.term = term
    this.text = text
  }
}

/** Where a check stands: the record that is read, and the term in it. */
type Place = { readonly domain: string; readonly term: string | null }

class SenderCheck {
  readonly #sender: Sender
  readonly #dns: SpfDns
  readonly #now: Date
  #lookups = 0
  #void = 0
  #names: Promise<readonly string[]> | undefined

  constructor({ address, mailbox, helo }: Sender, dns: SpfDns, now: Date) {
    const at = mailbox.lastIndexOf('@')
    const local = at > 0 ? mailbox.slice(0, at) : 'postmaster'
    this.#sender = { address: toPlain(address), mailbox: `${local}@${mailbox.slice(at + 1)}`, helo }
    this.#dns = dns
    this.#now = now
  }

  async judge(domain: string): Promise<SpfVerdict> {
    const nothing: SpfVerdict = { result: 'none', domain: null, term: null, reason: null, explanation: null }
    if (!isWholeDomain(domain)) return nothing
    const place = { domain, term: null }
    const records = findSpfRecords(await this.#ask(place, () => this.#dns.askText(toAsked(domain))))
    if (records.length === 0) return nothing
    if (records.length > 1) throw new GivenUp('permerror', { ...place, text: toTooManyRecords(records.length) })
    const terms = this.#read(records[0]!, domain)
    for (const directive of terms.directives) {
      const at = { domain, term: directive.term }
      if (!(await this.#matches(directive, at))) continue
      const result = RESULTS[directive.qualifier]
      const explanation = result === 'fail' && terms.explanation !== null ? await this.#explain(terms.explanation, domain) : null
      return { result, ...at, reason: null, explanation }
    }
    if (terms.redirect !== null) return this.#redirect(terms.redirect, domain)
    return { ...nothing, result: 'neutral', domain }
  }

  #read(record: string, domain: string): SpfTerms {
    try {
      return parseSpfTerms(record)
    } catch (error) {
      if (!(error instanceof SpfSyntaxError)) throw error
      throw new GivenUp('permerror', { domain, term: error.term, text: error.text })
    }
  }

  async #matches(directive: Directive, at: Place): Promise<boolean> {
    const { address } = this.#sender
    switch (directive.kind) {
      case 'all':
        return true
      case 'ip':
        return contains(directive.network, address)
      case 'include':
        return this.#includes(await this.#target(directive.domain, at), at)
      case 'exists':
        return (
          (await this.#askCounted(at, await this.#target(directive.domain, at), (name) => this.#dns.askAddresses(name, 4)))
            .length > 0
        )
      case 'ptr':
        return this.#isNamed(await this.#target(directive.domain, at), at)
      case 'a':
        return this.#isAmong([await this.#target(directive.domain, at)], directive, at)
      case 'mx': {
        const hosts = await this.#askCounted(at, await this.#target(directive.domain, at), this.#dns.askMailHosts)
        if (hosts.length > MAX_NAMES)
          throw this.#toPermanent(at, {
            en: `${hosts.length} mail servers; more than ${MAX_NAMES} are not allowed`,
            zh: `邮件服务器有 ${hosts.length} 台，超过上限 ${MAX_NAMES}`,
          })
        return this.#isAmong(hosts, directive, at)
      }
    }
  }

  async #includes(domain: string, at: Place): Promise<boolean> {
    this.#count(at)
    const { result } = await this.judge(domain)
    if (result === 'none') throw this.#toMissing(at, domain)
    return result === 'pass'
  }

  async #redirect(spec: string, domain: string): Promise<SpfVerdict> {
    const at = { domain, term: `redirect=${spec}` }
    const target = await this.#target(spec, at)
    this.#count(at)
    const verdict = await this.judge(target)
    if (verdict.result === 'none') throw this.#toMissing(at, target)
    return verdict
  }

  #toMissing(at: Place, domain: string): GivenUp {
    return this.#toPermanent(at, { en: `${domain} has no SPF record`, zh: `${domain} 没有 SPF 记录` })
  }

  #toPermanent(at: Place, text: Text): GivenUp {
    return new GivenUp('permerror', { ...at, text })
  }

  /** Whether an address of these hosts is that of the sender, or in its network. */
  async #isAmong(
    hosts: readonly string[],
    { kind, prefix4, prefix6 }: Extract<Directive, { kind: 'a' | 'mx' }>,
    at: Place,
  ): Promise<boolean> {
    const { address } = this.#sender
    const prefix = address.version === 4 ? prefix4 : prefix6
    const ask = (name: string) => this.#dns.askAddresses(name, address.version)
    for (const host of hosts) {
      const found = await (kind === 'a' ? this.#askCounted(at, host, ask) : this.#ask(at, () => ask(toAsked(host))))
      const networks = found.flatMap((text) => findAddress(text) ?? []).map((one) => toCidr(one, prefix))
      if (networks.some((network) => contains(network, address))) return true
    }
    return false
  }

  async #isNamed(target: string, at: Place): Promise<boolean> {
    this.#count(at)
    const names = await this.#findNames()
    if (names.length === 0) this.#countVoid(at)
    return names.some((name) => isBelow(name, target))
  }

  /** Names of the sender's address that lead back to it; a failure is none (RFC 7208 §5.5). */
  #findNames(): Promise<readonly string[]> {
    return (this.#names ??= this.#confirmNames())
  }

  async #confirmNames(): Promise<readonly string[]> {
    const { address } = this.#sender
    const names = await orNothing(this.#dns.askNames(address))
    const confirmed = await Promise.all(
      names.slice(0, MAX_NAMES).map(async (name) => {
        const found = await orNothing(this.#dns.askAddresses(toAsked(name), address.version))
        return found.some((text) => findAddress(text)?.value === address.value)
      }),
    )
    return names.filter((_, index) => confirmed[index]).map((name) => name.toLowerCase().replace(/\.$/, ''))
  }

  async #explain(spec: string, domain: string): Promise<string | null> {
    const facts = this.#toFacts(domain)
    const texts = await orNothing(this.#dns.askText(toAsked(await expandDomain(spec, facts))))
    const [text] = texts
    if (texts.length !== 1 || text === undefined || !/^[ -~]*$/.test(text)) return null
    return isMacroText(text) ? expandMacros(text, facts) : null
  }

  #target(spec: string | null, { domain }: Place): Promise<string> {
    return spec === null ? Promise.resolve(domain) : expandDomain(spec, this.#toFacts(domain))
  }

  #toFacts(domain: string): MacroFacts {
    const { address, mailbox, helo } = this.#sender
    return { address, sender: mailbox, domain, helo, now: this.#now, findName: () => this.#pickName(domain) }
  }

  /** The one that fits best of several (RFC 7208 §7.3). */
  async #pickName(domain: string): Promise<string> {
    const names = await this.#findNames()
    return (
      names.find((name) => name === domain.toLowerCase()) ?? names.find((name) => isBelow(name, domain)) ?? names[0] ?? 'unknown'
    )
  }

  async #askCounted(at: Place, name: string, ask: (name: string) => Promise<readonly string[]>): Promise<readonly string[]> {
    this.#count(at)
    const found = await this.#ask(at, () => ask(toAsked(name)))
    if (found.length === 0) this.#countVoid(at)
    return found
  }

  #count(at: Place): void {
    if (++this.#lookups > MAX_LOOKUPS)
      throw this.#toPermanent(at, { en: `more than ${MAX_LOOKUPS} DNS lookups`, zh: `DNS 查询超过 ${MAX_LOOKUPS} 次` })
  }

  #countVoid(at: Place): void {
    if (++this.#void > MAX_VOID_LOOKUPS)
      throw this.#toPermanent(at, {
        en: `more than ${MAX_VOID_LOOKUPS} lookups without a record`,
        zh: `超过 ${MAX_VOID_LOOKUPS} 次查询没有记录`,
      })
  }

  /** What DNS says; nothing for what is no name, an end of the check where it cannot be asked. */
  async #ask<T>(at: Place, ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof DnsFormatError) return []
      if (!isAppError(error) || error.key === 'cancelled') throw error
      throw new GivenUp('temperror', { ...at, text: { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') } })
    }
  }
}

async function orNothing<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DnsFormatError || (isAppError(error) && error.key !== 'cancelled')) return []
    throw error
  }
}

/** An IPv4 address that is written as an IPv6 one is meant as what it is. */
function toPlain(address: Address): Address {
  const isMapped = address.version === 6 && address.value >> BigInt(BITS[4]) === 0xffffn
  return isMapped ? { version: 4, value: address.value & 0xffff_ffffn } : address
}

/** Several labels of 1 to 63 characters (RFC 7208 §4.3). */
function isWholeDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label.length > 0 && label.length <= MAX_LABEL)
}

function isBelow(name: string, domain: string): boolean {
  return name === domain.toLowerCase() || name.endsWith(`.${domain.toLowerCase()}`)
}

/** A backslash of the name itself is no escape. */
const toAsked = (name: string): string => name.replaceAll('\\', '\\\\')
