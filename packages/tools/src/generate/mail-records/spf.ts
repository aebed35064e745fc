import { AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import { BITS, formatAddress } from '@octet/core/ip/address.ts'
import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import {
  findJoined,
  MAX_LOOKUPS,
  parseSpfTerms,
  SpfSyntaxError,
  type Directive,
  type SpfTerms,
} from '@octet/core/mail/spf-terms.ts'
import type { Text } from '@octet/core/text.ts'
import type { Made, Part } from './made.ts'
import { isWithin, readSenders, WIDEST, type Senders } from './senders.ts'
import { findServiceByInclude } from './services.ts'

/** What receivers are told to do with everyone else; `auto` keeps what an existing record says. */
export type Ending = 'auto' | 'fail' | 'softfail' | 'neutral'

type Wanted = { readonly domain: string; readonly senders: string; readonly current: string; readonly ending: Ending }

const SIGNS = { fail: '-', softfail: '~', neutral: '?' } as const
/** Of the whole answer, with what else stands at the name (RFC 7208 §3.4). */
const GOOD_BYTES = 450
const MAX_STRING = 255
/** A text of DNS and its lengths must fit into 65,535 bytes. */
const MAX_BYTES = 60_000
/** Kinds of terms that ask DNS, which is allowed ten times (RFC 7208 §4.6.4). */
const ASKS = new Set<Directive['kind']>(['include', 'a', 'mx', 'ptr', 'exists'])

/** What an existing record says, in the order of its terms. */
type Existing = Pick<SpfTerms, 'redirect'> & {
  readonly directives: readonly Directive[]
  readonly modifiers: readonly string[]
  readonly all: Directive | undefined
  /** Terms behind `all`, which nobody reads. */
  readonly unread: number
  readonly count: number
}

const NONE: Existing = { directives: [], redirect: null, modifiers: [], all: undefined, unread: 0, count: 0 }

/** The SPF record of a domain, with what stands in an existing one. Throws `bad_input`, `too_large`. */
export function makeSpf({ domain, senders: text, current, ending }: Wanted): Made & { readonly lookups: number } {
  const senders = readSenders(text, domain)
  const existing = current.trim() === '' ? NONE : readExisting(current)
  const terms = [...joinTerms(senders, existing), ...toEnd(existing, ending)]
  const value = ['v=spf1', ...terms].join(' ')
  if (value.length > MAX_BYTES) throw new AppError('too_large', { field: 'senders', limit: MAX_BYTES, got: value.length })
  const { directives, redirect } = parseSpfTerms(value)
  refuseLoop(directives, domain)
  const lookups = directives.filter(({ kind }) => ASKS.has(kind)).length + (redirect === null ? 0 : 1)
  return {
    records: [{ name: domain, type: 'TXT', value, purpose: PURPOSE }],
    parts: toParts(terms),
    notes: [
      ...toSenderNotes(directives, redirect),
      ...toLookupNotes(lookups, directives, redirect),
      ...toExistingNotes(existing, ending),
      ...toSizeNotes(value.length),
    ],
    lookups,
  }
}

/** Every record in a pasted text: bare, as lines of a zone file, or as `dig` answers. */
function readExisting(text: string): Existing {
  const records = splitRecords(text)
  if (records.length === 0)
    throw new AppError('bad_input', {
      field: 'current',
      expected: { en: 'a record that begins with v=spf1', zh: '以 v=spf1 开头的记录' },
      got: text.trim().slice(0, 80),
    })
  const read = records.map(readOne)
  const [redirect = null, ...others] = new Set(read.flatMap((one) => one.redirect ?? []))
  return {
    // One redirect is followed, so what the others lead to is included.
    directives: [...read.flatMap(({ directives }) => directives), ...others.map(toInclude)],
    modifiers: onlyOneExp([...new Set(read.flatMap(({ modifiers }) => modifiers))]),
    redirect,
    all: read.find(({ all }) => all)?.all,
    unread: read.reduce((sum, { unread }) => sum + unread, 0),
    count: read.length,
  }
}

const toInclude = (domain: string): Directive => ({ term: `include:${domain}`, qualifier: '+', kind: 'include', domain })

/** A record with two places for the words of a refusal is broken (RFC 7208 §6). */
function onlyOneExp(modifiers: readonly string[]): string[] {
  const isExp = (modifier: string) => /^exp=/i.test(modifier)
  const first = modifiers.findIndex(isExp)
  return modifiers.filter((modifier, index) => index === first || !isExp(modifier))
}

/** The strings of a record in quotes are joined as they stand (RFC 7208 §3.3). */
function splitRecords(text: string): string[] {
  const lines = text.replaceAll(/[“”]/g, '"').split(/\r?\n(?!\s*"(?!v=spf1))/i)
  return lines.flatMap((line) => {
    const strings = [...line.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, inner = '']) => inner.replaceAll(/\\(.)/g, '$1'))
    const joined = strings.join('')
    const whole = /^v=spf1/i.test(joined) ? joined : line.replaceAll(/"\s*"/g, '').replaceAll('"', '').replaceAll(/\s+/g, ' ')
    return whole
      .split(/(?=\bv=spf1(?: |$))/i)
      .map((part) => part.trim())
      .filter((part) => /^v=spf1(?: |$)/i.test(part))
  })
}

function readOne(record: string): Omit<Existing, 'count'> {
  try {
    const { directives, redirect } = parseSpfTerms(record)
    for (const { term } of directives) refuseJoined(term)
    const end = directives.findIndex(({ kind }) => kind === 'all')
    const modifiers = record.split(/ +/).filter((term) => /^(?!v=|redirect=)[a-z][\w.-]*=/i.test(term))
    return {
      directives: end < 0 ? directives : directives.slice(0, end),
      all: directives[end],
      unread: end < 0 ? 0 : directives.length - end - 1,
      redirect: end < 0 ? redirect : null,
      modifiers,
    }
  } catch (error) {
    if (!(error instanceof SpfSyntaxError)) throw error
    throw new AppError('bad_input', { field: 'current', expected: A_RECORD, got: error.text })
  }
}

/** Throws {@link SpfSyntaxError} for two terms in one another, which are well formed. */
function refuseJoined(term: string): void {
  const joined = findJoined(term)
  if (joined) throw new SpfSyntaxError(term, joined)
}

const A_RECORD: Text = { en: 'an SPF record that receivers can read', zh: '收件方能够解析的 SPF 记录' }

/** The terms of the existing record, each once, then what is new. Terms in front decide, so theirs keep their order. */
function joinTerms({ terms, networks }: Senders, { directives, modifiers }: Existing): string[] {
  const old = directives.map(({ term }) => term.replace(/^\+/, ''))
  const passing = directives.flatMap((one) => (one.kind === 'ip' && one.qualifier === '+' ? [one.network] : []))
  const added = [
    ...terms.filter((term) => !/^(?:include|exists):/.test(term)),
    ...networks.filter((network) => !isWithin(network, passing)).map(toNetworkTerm),
    ...terms.filter((term) => /^(?:include|exists):/.test(term)),
  ]
  // The case of a macro tells how its value is written (RFC 7208 §7.3).
  const all = [...old, ...added].map((term) => (term.includes('%') ? term : term.toLowerCase()))
  return [...new Set(all), ...modifiers]
}

const toNetworkTerm = (network: Cidr): string =>
  `ip${network.version}:${network.prefix === BITS[network.version] ? formatAddress(network) : formatCidr(network)}`

function toEnd({ all, redirect }: Existing, ending: Ending): string[] {
  if (ending !== 'auto') return [...(redirect === null ? [] : [`include:${redirect}`]), `${SIGNS[ending]}all`]
  if (redirect !== null) return [`redirect=${redirect}`]
  return [all && all.qualifier !== '+' ? `${all.qualifier}all` : '~all']
}

function refuseLoop(directives: readonly Directive[], domain: string): void {
  const loop = directives.find((one) => one.kind === 'include' && one.domain.toLowerCase().replace(/\.$/, '') === domain)
  if (!loop) return
  throw new AppError('bad_input', {
    field: 'senders',
    expected: { en: 'a record that does not lead back to itself', zh: '不会循环引用自身的记录' },
    got: loop.term,
  })
}

const PURPOSE: Text = { en: 'SPF: which servers may send mail of the domain', zh: 'SPF：哪些服务器可以代表此域名发信' }

/** Addresses that are told of one by one. */
const MOST_ADDRESSES = 12

/** What each term says; many addresses say the same. */
function toParts(terms: readonly string[]): Part[] {
  const addresses = terms.filter((term) => /^ip[46]:/.test(term))
  if (addresses.length <= MOST_ADDRESSES) return terms.map(toPart)
  const [first] = addresses
  const rest: Part = {
    record: 'SPF',
    part: `${first} …`,
    meaning: {
      en: `these ${addresses.length} addresses and networks: may send`,
      zh: `这 ${addresses.length} 个地址与网段：可以发信`,
    },
  }
  return terms.flatMap((term) => (term === first ? [rest] : addresses.includes(term) ? [] : [toPart(term)]))
}

function toPart(part: string): Part {
  return { record: 'SPF', part, meaning: toMeaning(part) }
}

function toMeaning(part: string): Text {
  const [, name = '', value = ''] = /^(redirect|exp|[\w.-]+)=(.*)$/i.exec(part) ?? []
  if (/^redirect$/i.test(name)) return { en: `the rest is said by the record of ${value}`, zh: `其余由 ${value} 的记录决定` }
  if (/^exp$/i.test(name)) return { en: 'where the words for a refusal stand', zh: '拒收时的说明文字所在' }
  if (name !== '') return { en: 'a modifier that receivers pass over', zh: '收件方会忽略的修饰项' }
  const [directive] = parseSpfTerms(`v=spf1 ${part}`).directives
  return directive ? toDirectiveMeaning(directive) : { en: '', zh: '' }
}

const RESULTS = {
  '+': { en: 'may send', zh: '可以发信' },
  '-': { en: 'may not send (fail)', zh: '不得发信（fail）' },
  '~': { en: 'probably may not send (softfail)', zh: '可能不得发信（softfail）' },
  '?': { en: 'nothing is said (neutral)', zh: '不作判定（neutral）' },
} as const

function toDirectiveMeaning(directive: Directive): Text {
  const who = toWho(directive)
  const result = RESULTS[directive.qualifier]
  return { en: `${who.en}: ${result.en}`, zh: `${who.zh}：${result.zh}` }
}

function toWho(directive: Directive): Text {
  switch (directive.kind) {
    case 'all':
      return { en: 'everyone else', zh: '其余所有发件方' }
    case 'include': {
      const name = findServiceByInclude(directive.domain)?.name
      if (name) return { en: `the servers of ${name.en}`, zh: `${name.zh}的服务器` }
      return { en: `those whom ${directive.domain} lets send`, zh: `${directive.domain} 允许的服务器` }
    }
    case 'a':
      return directive.domain === null
        ? { en: 'the addresses of the domain itself', zh: '域名自身的地址' }
        : { en: `the addresses of ${directive.domain}`, zh: `${directive.domain} 的地址` }
    case 'mx':
      return directive.domain === null
        ? { en: 'the mail servers of the domain (MX)', zh: '域名的收信服务器（MX）' }
        : { en: `the mail servers of ${directive.domain}`, zh: `${directive.domain} 的收信服务器` }
    case 'ip':
      return directive.network.prefix === BITS[directive.network.version]
        ? { en: 'this address', zh: '此地址' }
        : { en: 'the addresses of this network', zh: '此网段的地址' }
    case 'exists':
      return { en: 'whoever this name exists for', zh: '该名称存在时的发件方' }
    case 'ptr':
      return { en: 'whoever’s address leads back to the domain', zh: '反向解析指向该域名的发件方' }
  }
}

function toLookupNotes(lookups: number, directives: readonly Directive[], redirect: string | null): Text[] {
  const nested = directives.filter(({ kind }) => kind === 'include').length + (redirect === null ? 0 : 1)
  const more: Text =
    nested === 0
      ? { en: 'nothing is included that could add to it', zh: '没有 include，不会再增加' }
      : {
          en: `what the included ${nested === 1 ? 'record asks' : 'records ask'} for comes on top, which only DNS can tell: check the domain once it is published`,
          zh: '被包含的记录自身的查询另计，须查 DNS 才能得知，发布后请用邮件域名检测核对',
        }
  if (lookups > MAX_LOOKUPS)
    return [
      {
        en: `Too many DNS lookups: ${lookups} of ${MAX_LOOKUPS} allowed, so receivers give the record up (RFC 7208 §4.6.4); leave senders out, or write addresses in place of names`,
        zh: `DNS 查询过多：${lookups} 次，上限 ${MAX_LOOKUPS} 次，收件方会判定记录出错（RFC 7208 §4.6.4）；请减少发信方，或以 IP 地址代替主机名`,
      },
    ]
  return [
    {
      en: `DNS lookups of this record itself: ${lookups} of ${MAX_LOOKUPS}; ${more.en}`,
      zh: `此记录自身的 DNS 查询：${lookups} 次（上限 ${MAX_LOOKUPS}）；${more.zh}`,
    },
  ]
}

function toExistingNotes({ count, all, redirect, unread }: Existing, ending: Ending): Text[] {
  const notes: (Text | false)[] = [
    count > 1 && {
      en: `${count} records were joined into one: two SPF records at a name make receivers give up (RFC 7208 §4.5); delete the old ones`,
      zh: `已将 ${count} 条记录合并为一条：同一名称下存在多条 SPF 记录会使收件方判定出错（RFC 7208 §4.5），请删除旧记录`,
    },
    count === 1 && {
      en: 'It takes the place of the existing record; delete that one',
      zh: '此记录用于替换现有记录，请勿与旧记录并存',
    },
    all?.qualifier === '+' && {
      en: '“+all” of the existing record lets anyone send for the domain, so it is left out',
      zh: '现有记录中的“+all”允许任何人冒用此域名，已去除',
    },
    unread > 0 && {
      en: `${countOf(unread, 'term')} behind “all”, which nobody reads, left out`,
      zh: `已去除“all”之后无人读取的 ${unread} 项`,
    },
    redirect !== null &&
      ending !== 'auto' && {
        en: `“redirect=” counts for nothing beside “all”, so ${redirect} is included`,
        zh: `“redirect=”与“all”并存时无效，已改为包含 ${redirect}`,
      },
  ]
  return notes.filter((note) => note !== false)
}

function toSenderNotes(directives: readonly Directive[], redirect: string | null): Text[] {
  const networks = directives.flatMap((one) => (one.kind === 'ip' ? [one.network] : []))
  const wide = networks.find(({ version, prefix }) => prefix < WIDEST[version])
  const inner = networks.find(isInner)
  const isAlone = redirect === null && directives.every(({ kind }) => kind === 'all')
  const notes: (Text | false | undefined)[] = [
    isAlone && { en: 'No sender is named: nobody may send mail of the domain', zh: '未填写任何发信方：无人可以代表此域名发信' },
    wide && {
      en: `${formatCidr(wide)} is so large that nearly anyone may send for the domain`,
      zh: `${formatCidr(wide)} 范围过大，几乎任何人都可冒用此域名`,
    },
    inner && {
      en: `${toNetworkTerm(inner)} is not an address on the Internet: receivers never see it, but that of the gateway`,
      zh: `${toNetworkTerm(inner)} 不是公网地址：收件方看到的是出口网关的地址`,
    },
    directives.some(({ kind }) => kind === 'ptr') && {
      en: '“ptr” is slow and unreliable, and should not be used (RFC 7208 §5.5)',
      zh: '“ptr”缓慢且不可靠，不应使用（RFC 7208 §5.5）',
    },
  ]
  return notes.filter((note) => note !== false && note !== undefined)
}

/** Whether it is of a network behind a gateway; networks for documentation stand in examples. */
function isInner(network: Cidr): boolean {
  const special = findSpecial(network)
  return special !== undefined && !special.global && !special.name.en.startsWith('Documentation')
}

function toSizeNotes(bytes: number): Text[] {
  if (bytes <= MAX_STRING) return []
  const split: Text = {
    en: `The record has ${bytes} bytes: in DNS it stands as strings of at most ${MAX_STRING}, as in the zone file; many panels split it by themselves`,
    zh: `记录共 ${bytes} 字节：在 DNS 中须拆为多个不超过 ${MAX_STRING} 字节的字符串（见区域文件）；许多面板会自动拆分`,
  }
  if (bytes <= GOOD_BYTES) return [split]
  return [
    split,
    {
      en: 'Answers of more than 512 bytes need more than one plain packet, which some networks lose (RFC 7208 §3.4): join addresses into networks, or move them to a record of another name and include that',
      zh: '应答超过 512 字节时，部分网络可能收不到（RFC 7208 §3.4）：可将地址合并为网段，或移到另一名称的记录中再 include',
    },
  ]
}
