import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import { findIdleRedirect, findMistaken, findUnread, isOverLimit } from './spf.ts'

type Spf = MailReport['spf']
type Step = Spf['steps'][number]

/** What a receiver makes of an SPF record, and of those that it leads to. */
export function checkSpf(spf: Spf): Check[] {
  const { record, steps } = spf
  const misspelt = record ? null : steps[0]?.problem
  if (misspelt) return [toCheck('spf', 'bad', misspelt.en, misspelt.zh), ...toSenderCheck(spf.sender)]
  if (!record) return [toCheck('spf', 'bad', 'no SPF record', '没有 SPF 记录'), ...toSenderCheck(spf.sender)]
  return [
    toCheck('spf', 'good', 'an SPF record exists', '存在 SPF 记录'),
    toLookupCheck(spf),
    toAllCheck(spf.all),
    ...toOpenCheck(steps),
    ...toOrderCheck(record),
    ...toRedirectCheck(record),
    ...toColonCheck(steps),
    ...toTwiceCheck(steps),
    ...toErrorCheck(steps),
    ...toPtrCheck(steps),
    ...toSenderCheck(spf.sender),
  ]
}

const SENDER_VERDICTS: Readonly<Record<NonNullable<Spf['sender']>['result'], Check['verdict']>> = {
  pass: 'good',
  fail: 'bad',
  softfail: 'bad',
  neutral: 'notice',
  none: 'bad',
  permerror: 'bad',
  temperror: 'notice',
}

/** What a receiver finds for the address that was asked about. */
function toSenderCheck(sender: Spf['sender']): Check[] {
  if (!sender) return []
  const { address, result, term, domain } = sender
  const en = term === null ? '' : `, by “${term.slice(0, 60)}” of ${domain}`
  const zh = term === null ? '' : `，依据 ${domain} 的“${term.slice(0, 60)}”`
  return [
    toCheck(
      'spf-sender',
      SENDER_VERDICTS[result],
      `SPF for ${address}: ${result}${en}`,
      `${address} 的 SPF 结果：${result}${zh}`,
    ),
  ]
}

/** Terms that let everyone pass, or nearly so: networks larger than anybody has, and an included record that ends in +all. */
function toOpenCheck(steps: readonly Step[]): Check[] {
  const open = steps.flatMap(({ depth, domain, term, record }) => {
    const terms = (record ?? '').split(/ +/).slice(1)
    const found = terms.find((one) => isOpenTerm(one) || (depth > 0 && /^\+?include:/i.test(term) && /^\+?all$/i.test(one)))
    return found === undefined ? [] : [`${domain}: ${found}`]
  })
  if (open.length === 0) return []
  const shown = open.slice(0, 3).join('; ')
  return [toCheck('spf-open', 'bad', `anyone may send for this domain: ${shown}`, `任何人都可冒用此域名：${shown}`)]
}

function isOpenTerm(term: string): boolean {
  return /^\+?(((ip4|a|mx)(:[^/]*)?\/[0-7])|(ip6:[\da-f:.]+\/\d)|((a|mx)(:[^/]*)?(\/\d{1,2})?\/\/\d))$/i.test(term)
}

/** The first record that makes receivers give the whole up (permerror); what hangs on the sender is no fault. */
function toErrorCheck(steps: readonly Step[]): Check[] {
  const broken = steps.find(({ problem }) => problem && !/macro/.test(problem.en))
  if (!broken?.problem) return []
  const { depth, domain, problem } = broken
  const where = depth === 0 ? '' : `${domain}: `
  return [toCheck('spf-error', 'bad', `SPF: ${where}${problem.en}`, `SPF：${where}${problem.zh}`)]
}

/** RFC 7208 §5.5 */
function toPtrCheck(steps: readonly Step[]): Check[] {
  const users = steps.filter(({ record }) => (record ?? '').split(/ +/).some((term) => /^[+?~-]?ptr(:|$)/i.test(term)))
  if (users.length === 0) return []
  const names = users.slice(0, 3).map(({ domain }) => domain)
  return [
    toCheck(
      'spf-ptr',
      'notice',
      `“ptr” is slow and unreliable, and should not be used (RFC 7208 §5.5): ${names.join(', ')}`,
      `“ptr”缓慢且不可靠，不应使用（RFC 7208 §5.5）：${names.join('、')}`,
    ),
  ]
}

function toOrderCheck(record: string | null): Check[] {
  const unread = record ? findUnread(record).slice(0, 5) : []
  if (unread.length === 0) return []
  return [
    toCheck(
      'spf-order',
      'bad',
      `terms after “all” are ignored (RFC 7208 §5.1): ${unread.join(' ')}`,
      `“all”之后的项不会被读取（RFC 7208 §5.1）：${unread.join(' ')}`,
    ),
  ]
}

function toRedirectCheck(record: string): Check[] {
  const redirect = findIdleRedirect(record)?.slice(0, 80)
  if (redirect === undefined) return []
  return [
    toCheck(
      'spf-redirect',
      'bad',
      `“${redirect}” is ignored beside “all” (RFC 7208 §6.1)`,
      `与“all”并存时“${redirect}”不起作用（RFC 7208 §6.1）`,
    ),
  ]
}

/** `ip4=192.0.2.1` is a modifier that nobody knows, and passed over. */
function toColonCheck(steps: readonly Step[]): Check[] {
  const found = [...new Set(steps.flatMap(({ record }) => findMistaken(record ?? '')))].slice(0, 5)
  if (found.length === 0) return []
  const shown = found.map((term) => term.slice(0, 60)).join(' ')
  return [
    toCheck(
      'spf-colon',
      'bad',
      `receivers pass over what has “=” where a colon must stand (RFC 7208 §6): ${shown}`,
      `应使用冒号却写成“=”的项会被收件方忽略（RFC 7208 §6）：${shown}`,
    ),
  ]
}

/** A record that is included twice says nothing more, and costs its lookups again. */
function toTwiceCheck(steps: readonly Step[]): Check[] {
  const included = steps.filter(({ depth, problem }) => depth > 0 && !problem).map(({ domain }) => domain)
  const twice = [...new Set(included.filter((domain, index) => included.indexOf(domain) < index))].slice(0, 5)
  if (twice.length === 0) return []
  return [
    toCheck(
      'spf-twice',
      'notice',
      `included more than once, which wastes lookups: ${twice.join(', ')}`,
      `被重复包含，白白占用查询次数：${twice.join('、')}`,
    ),
  ]
}

function toLookupCheck(spf: Spf): Check {
  const words = [
    `${spf.lookups} of 10 DNS lookups, ${spf.voidLookups} of 2 empty ones`,
    `DNS 查询 ${spf.lookups}/10 次，空查询 ${spf.voidLookups}/2 次`,
  ] as const
  return toCheck('spf-lookups', isOverLimit(spf) ? 'bad' : spf.lookups > 8 ? 'notice' : 'good', ...words)
}

function toAllCheck(all: string | null): Check {
  if (all === '-all' || all === '~all') return toCheck('spf-all', 'good', `everyone else: ${all}`, `其余发件方：${all}`)
  if (all === '+all' || all === 'all')
    return toCheck('spf-all', 'bad', '“+all” lets anyone send for this domain', '“+all”允许任何人冒用此域名')
  return toCheck(
    'spf-all',
    'notice',
    all ? `everyone else: ${all}, which says nothing` : 'nothing is said about everyone else',
    all ? `其余发件方：${all}，等于未声明` : '未声明其余发件方',
  )
}
