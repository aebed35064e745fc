import type { MailReport } from '@octet/core/probe/mail.ts'
import { parse } from 'tldts'
import { toCheck, type Check } from '../check.ts'
import { showUnseen } from '@octet/core/mail/show-unseen.ts'
import { findTagFault, parseTags, type TextBook } from './txt.ts'

type Dmarc = MailReport['dmarc']

/** Names asked for one domain; of longer ones those in the middle are left out (RFC 9989 §4.10). */
const MAX_NAMES = 8
const POLICY = /^(none|quarantine|reject)$/i
const NONE: Dmarc = { record: null, policy: null, tags: {}, from: null }

/** Whether receivers read a record as DMARC: it begins with the version, in capitals (RFC 9989 §4.8). */
export const isDmarc = (text: string): boolean => /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(text.replace(/^V/, 'v'))

/** The record of the domain itself, else of its organisation, found up the tree of names (RFC 9989 §4.10). */
export async function readDmarc(domain: string, book: TextBook): Promise<Dmarc> {
  const names = toNames(domain)
  const found = await Promise.all(names.map(async (name) => ({ name, texts: await book.find(`_dmarc.${name}`) })))
  const read = found.map(({ name, texts }) => ({ name, records: texts.filter(isDmarc) }))
  // of several none counts
  const [own, ...above] = read as [(typeof read)[number], ...typeof read]
  if (own.records.length > 1) return { ...NONE, record: own.records[0]! }
  const holder = own.records.length === 1 ? own : findOrganisation(above, domain)
  if (!holder) return { ...NONE, record: found[0]!.texts.find((text) => /DMARC1/i.test(text)) ?? null }
  const record = holder.records[0]!
  const tags = parseTags(record)
  // without p= the other policies count for nothing (RFC 9989 §4.10.1)
  const below = tags['p'] === undefined ? undefined : (tags['sp'] ?? tags['p'])
  const policy = (holder.name === domain ? tags['p'] : below)?.toLowerCase() ?? null
  return { record, policy, tags, from: holder.name }
}

/** The domain and the names above it, the nearest first. */
function toNames(domain: string): string[] {
  const labels = domain.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  return [domain, ...names.slice(1).slice(1 - MAX_NAMES)]
}

type Read = { readonly name: string; readonly records: readonly string[] }

/**
 * The organisation: the first that says that it is one (psd=n), the name below a public suffix that says that it is one
 * (psd=y), else the highest with a record. Without a record of its own the suffix speaks for it (RFC 9989 §4.10).
 */
function findOrganisation(above: readonly Read[], domain: string): Read | undefined {
  const suffix = parse(domain, { allowPrivateDomains: false }).publicSuffix ?? ''
  const isSuffix = (name: string) => name === suffix || suffix.endsWith(`.${name}`)
  const single = above.filter(({ records }) => records.length === 1)
  const sayOf = ({ records }: Read) => parseTags(records[0]!)['psd']?.toLowerCase() ?? ''
  const end = single.find((one) => /^[ny]$/.test(sayOf(one)))
  if (!end) return single.findLast(({ name }) => !isSuffix(name))
  if (sayOf(end) === 'n') return end
  const below = domain.split('.').at(-end.name.split('.').length - 1)
  return single.find(({ name }) => name === `${below}.${end.name}`) ?? end
}

/** Whether a policy stands at all, and what of the mail it leaves out. */
export function checkDmarc({ record, policy, tags, from }: Dmarc): Check[] {
  if (!record) return [toCheck('dmarc', 'bad', 'no DMARC record', '没有 DMARC 记录')]
  if (from === null) return [isDmarc(record) ? SEVERAL : toMisspelt(record)]
  const fault = findTagFault(record)
  if (fault)
    return [
      toCheck(
        'dmarc',
        'bad',
        `a faulty DMARC record, which receivers may ignore as a whole: ${fault.en}`,
        `DMARC 记录有误，收件方可能忽略整条记录：${fault.zh}`,
      ),
    ]
  const wrong = ['p', 'sp', 'np'].filter((name) => tags[name] !== undefined && !POLICY.test(tags[name]))
  if (wrong.length > 0) {
    const shown = wrong.map((name) => `${name}=${tags[name]!.slice(0, 40)}`).join(', ')
    return [
      toCheck(
        'dmarc',
        'bad',
        `${shown} is not a DMARC policy (none, quarantine, reject): receivers assume none, or ignore the record`,
        `${shown} 不是有效的 DMARC 策略（none、quarantine、reject）：收件方会按 none 处理，甚至忽略整条记录`,
      ),
    ]
  }
  if (tags['p'] === undefined && !/(^|,)\s*[a-z][a-z\d+.-]*:[^\s,]/i.test(tags['rua'] ?? '')) return [WITHOUT_POLICY]
  if (policy !== 'reject' && policy !== 'quarantine')
    return [
      toCheck(
        'dmarc',
        'notice',
        `DMARC policy ${policy ?? 'missing'}: forged mail is only reported`,
        `DMARC 策略 ${policy ?? '缺失'}：仅报告伪造邮件`,
      ),
    ]
  return [
    toCheck('dmarc', 'good', `DMARC policy ${policy}`, `DMARC 策略：${policy}`),
    ...(isTesting(tags) ? [TESTING] : []),
    ...checkShare(tags),
    ...checkBelow({ policy, tags, from }),
    ...checkAlignment(tags),
  ]
}

function toMisspelt(record: string): Check {
  const shown = showUnseen(record.slice(0, 40))
  return toCheck(
    'dmarc',
    'bad',
    `the DMARC record is not read: it must begin with “v=DMARC1;”, in capitals and with nothing before it, not with “${shown}”`,
    `DMARC 记录不会被读取：必须以“v=DMARC1;”开头（大写，前面不能有任何字符），现为“${shown}”`,
  )
}

/** Values that receivers do not know stand for the lax default (RFC 9989 §4.7). */
function checkAlignment(tags: Dmarc['tags']): Check[] {
  const wrong = ['adkim', 'aspf'].filter((name) => tags[name] !== undefined && !/^[rs]$/i.test(tags[name]))
  if (wrong.length === 0) return []
  const shown = wrong.map((name) => `${name}=${tags[name]!.slice(0, 40)}`).join(', ')
  return [
    toCheck(
      'dmarc-alignment',
      'notice',
      `${shown} is neither r (relaxed) nor s (strict): receivers take r`,
      `${shown} 既不是 r（宽松）也不是 s（严格）：收件方会按 r 处理`,
    ),
  ]
}

/** Whether forged mail is kept away by most receivers, whichever edition of DMARC they follow. */
export function isEnforced({ policy, tags }: Dmarc): boolean {
  return !isTesting(tags) && (policy === 'reject' || (policy === 'quarantine' && (tags['pct'] ?? '100') === '100'))
}

export const isTesting = (tags: Dmarc['tags']): boolean => tags['t']?.toLowerCase() === 'y'

function checkShare(tags: Dmarc['tags']): Check[] {
  const share = /^\d{1,2}$/.test(tags['pct'] ?? '') ? Number(tags['pct']) : 100
  if (share === 100) return []
  return [
    toCheck(
      'dmarc-share',
      'notice',
      `pct=${share}: older receivers apply the DMARC policy to ${share}% of forged mail, newer ones to all (RFC 9989 has dropped pct)`,
      `pct=${share}：旧收件方只对 ${share}% 的伪造邮件执行 DMARC 策略，新收件方全部执行（RFC 9989 已取消 pct）`,
    ),
  ]
}

/** Names below the domain, which a forger may take instead: those that exist (sp), and those that do not (np). */
function checkBelow({ tags, from }: Pick<Dmarc, 'policy' | 'tags' | 'from'>): Check[] {
  const isOpen = (name: string) => tags[name]?.toLowerCase() === 'none' && tags['p']?.toLowerCase() !== 'none'
  if (isOpen('sp'))
    return [
      toCheck(
        'dmarc-subdomains',
        'notice',
        `sp=none: anyone may send as a subdomain of ${from}`,
        `sp=none：任何人都可冒用 ${from} 的子域名`,
      ),
    ]
  if (!isOpen('np')) return []
  return [
    toCheck(
      'dmarc-subdomains',
      'notice',
      `np=none: anyone may send as a subdomain of ${from} that does not exist`,
      `np=none：任何人都可冒用 ${from} 下不存在的子域名`,
    ),
  ]
}

const SEVERAL = toCheck(
  'dmarc',
  'bad',
  'several DMARC records: receivers ignore them all',
  '存在多条 DMARC 记录，收件方会全部忽略',
)
const WITHOUT_POLICY = toCheck(
  'dmarc',
  'bad',
  'the DMARC record has neither a policy (p=) nor an address for reports (rua=): receivers pass over it',
  'DMARC 记录既没有策略（p=），也没有报告地址（rua=），收件方会忽略整条记录',
)
const TESTING = toCheck(
  'dmarc-testing',
  'notice',
  't=y: the policy is only tried out; receivers act one step milder (RFC 9989)',
  't=y：策略处于试行阶段，收件方会按低一级处理（RFC 9989）',
)
