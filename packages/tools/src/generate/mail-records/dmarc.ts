import type { Text } from '@octet/core/text.ts'
import { listOthers, readPlaces } from './addresses.ts'
import type { Made, Part } from './made.ts'
import { toOrganisation } from './names.ts'

export type Policy = 'none' | 'quarantine' | 'reject'
type DmarcWanted = {
  readonly domain: string
  readonly policy: Policy
  /** For names below the domain; the same where it is not given. */
  readonly subdomains: Policy | 'same'
  /** For names below it that do not exist (RFC 9989). */
  readonly missing: Policy | 'same'
  readonly reports: string
  readonly failures: string
  readonly isStrict: boolean
  readonly isTrial: boolean
  /** Whether no mail of its own could be lost. */
  readonly isUnused?: boolean
  /** Whether addresses of the Web may stand among those for reports: they are for reports on TLS. */
  readonly hasWebPlaces?: boolean
}

/** The DMARC record, and those by which others agree to take its reports. Throws `bad_input`, `too_large`. */
export function makeDmarc(wanted: DmarcWanted): Made {
  const { domain, policy } = wanted
  const all = readPlaces(wanted.reports, 'reports', { takesWeb: wanted.hasWebPlaces ?? false })
  const places = all.filter(({ uri }) => uri.startsWith('mailto:'))
  const failures = readPlaces(wanted.failures, 'failures')
  const isSub = toOrganisation(domain) !== domain
  const tags: [name: string, value: string][] = [
    ['v', 'DMARC1'],
    ['p', policy],
    ...toTag('sp', wanted.subdomains, policy),
    ...toTag('np', wanted.missing, wanted.subdomains === 'same' ? policy : wanted.subdomains),
    ...(wanted.isStrict
      ? ([
          ['adkim', 's'],
          ['aspf', 's'],
        ] as [string, string][])
      : []),
    ...(wanted.isTrial && policy !== 'none' ? ([['t', 'y']] as [string, string][]) : []),
    ...(places.length > 0 ? ([['rua', toList(places)]] as [string, string][]) : []),
    ...(failures.length > 0
      ? ([
          ['ruf', toList(failures)],
          ['fo', '1'],
        ] as [string, string][])
      : []),
  ]
  const others = listOthers([...places, ...failures], domain)
  return {
    records: [
      {
        name: `_dmarc.${domain}`,
        type: 'TXT',
        value: tags.map(([name, value]) => `${name}=${value}`).join('; '),
        purpose: PURPOSE,
      },
      ...others.map((zone) => ({
        name: `${domain}._report._dmarc.${zone}`,
        type: 'TXT' as const,
        value: 'v=DMARC1',
        zone,
        purpose: {
          en: `${zone} agrees to take reports about ${domain}`,
          zh: `${zone} 同意接收关于 ${domain} 的报告`,
        },
      })),
    ],
    parts: tags.map((tag) => toPart(tag)),
    notes: [
      ...toRollout(wanted, places.length > 0),
      ...(places.length < all.length ? [MAIL_ALONE] : []),
      ...toOtherNotes(others),
      ...(isSub && wanted.subdomains !== 'same' ? [IDLE] : []),
    ],
  }
}

const toTag = (name: string, value: Policy | 'same', above: Policy): [string, string][] =>
  value === 'same' || value === above ? [] : [[name, value]]

const toList = (places: readonly { readonly uri: string }[]): string => places.map(({ uri }) => uri).join(',')

const PURPOSE: Text = {
  en: 'DMARC: what receivers do with mail that is not proven to be of the domain, and whom they tell',
  zh: 'DMARC：对未能证明来自此域名的邮件如何处理，并向谁报告',
}

const POLICIES: Readonly<Record<string, Text>> = {
  none: { en: 'deliver as usual, only report', zh: '照常投递，仅报告' },
  quarantine: { en: 'treat as suspicious (spam folder)', zh: '视为可疑（进垃圾箱）' },
  reject: { en: 'refuse', zh: '拒收' },
}

function toPart([name, value]: readonly [string, string]): Part {
  return { record: 'DMARC', part: `${name}=${value}`, meaning: toMeaning(name, value) }
}

function toMeaning(name: string, value: string): Text {
  const policy = POLICIES[value]
  switch (name) {
    case 'v':
      return { en: 'version; must stand first', zh: '版本，必须在最前' }
    case 'p':
      return { en: `mail that fails: ${policy!.en}`, zh: `未通过的邮件：${policy!.zh}` }
    case 'sp':
      return { en: `the same for subdomains: ${policy!.en}`, zh: `子域名的邮件：${policy!.zh}` }
    case 'np':
      return { en: `for subdomains that do not exist: ${policy!.en}`, zh: `不存在的子域名：${policy!.zh}` }
    case 'adkim':
      return { en: 'the domain of DKIM must be the very same, no subdomain', zh: 'DKIM 的域名须完全一致，子域名不算' }
    case 'aspf':
      return { en: 'the domain of SPF must be the very same, no subdomain', zh: 'SPF 的域名须完全一致，子域名不算' }
    case 't':
      return { en: 'only tried out: one step milder (RFC 9989)', zh: '试行：按低一级处理（RFC 9989）' }
    case 'rua':
      return { en: 'daily reports on all mail go there', zh: '每日汇总报告的接收地址' }
    case 'ruf':
      return {
        en: 'reports on single mails that fail go there; few receivers send any',
        zh: '单封失败报告的接收地址，发送者很少',
      }
    default:
      return { en: 'a report if SPF or DKIM fails', zh: 'SPF 或 DKIM 任一未通过即报告' }
  }
}

function toRollout({ policy, isTrial, isUnused = false }: DmarcWanted, hasReports: boolean): Text[] {
  const notes: (Text | false)[] = [
    policy === 'none' &&
      hasReports && {
        en: 'DMARC, next step: read the reports for some weeks, until all mail of your own passes; then go to quarantine, and on to reject',
        zh: 'DMARC 下一步：观察报告数周，确认自己的邮件全部通过后，再改为 quarantine，最后改为 reject',
      },
    policy === 'none' &&
      !hasReports && {
        en: 'DMARC with p=none and without an address for reports does nothing: give one, or choose a stricter policy',
        zh: 'DMARC 策略为 none 且没有报告地址时不起作用：请填写报告地址或选择更严格的策略',
      },
    policy !== 'none' &&
      !isTrial &&
      !isUnused && {
        en: 'Mail of your own that neither SPF nor DKIM covers is lost with this policy: publish p=none with reports first, unless you know that all passes',
        zh: '采用此策略后，自己的邮件若未通过 SPF 或 DKIM 也会被拦截：除非确知全部通过，请先以 none 加报告观察',
      },
  ]
  return notes.filter((note) => note !== false)
}

const toOtherNotes = (others: readonly string[]): Text[] =>
  others.length === 0
    ? []
    : [
        {
          en: `Reports go to ${others.join(', ')} only if the record there agrees to it (RFC 7489 §7.1, RFC 9990 §4); services for reports usually have it already`,
          zh: `${others.join('、')} 须有表示同意的记录才会收到报告（RFC 7489 §7.1、RFC 9990 §4）；报告服务商通常已自行设置`,
        },
      ]

const MAIL_ALONE: Text = {
  en: 'Reports on DMARC go by mail alone; the https address is for those on TLS',
  zh: 'DMARC 报告只通过邮件发送；https 地址仅用于 TLS 报告',
}
const IDLE: Text = {
  en: 'sp= counts only at the registered domain, not at a subdomain',
  zh: 'sp= 只在注册域名的记录中有效，在子域名处无效',
}
