import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import { checkDane } from './dane.ts'
import { checkDmarc, isEnforced } from './dmarc.ts'
import { findUncovered } from './mail-hosts.ts'
import { findUnread, isOverLimit } from './spf.ts'
import { parseTags } from './txt.ts'

/** What is wrong with what a domain publishes. `unasked` are names that could not be asked for, which is not “missing”. */
export function toMailChecks(
  { domain, mx, spf, dmarc, dkim, mtaSts, tlsRpt, bimi, dane }: Omit<MailReport, 'checks'>,
  unasked: ReadonlySet<string>,
): Check[] {
  const isUnasked = (prefix: string) => [...unasked].some((name) => name.startsWith(`${prefix}.`))
  const uncovered = findUncovered(mx, mtaSts)
  const isNullMx = mx.length === 1 && mx[0]!.host === '.'
  const problem = spf.steps.find((step) => step.problem && !/macro/.test(step.problem.en))?.problem
  const usable = dkim.filter(({ isRevoked }) => !isRevoked)
  const broken = usable.filter(({ bits, keyType }) => bits === null && (keyType === 'rsa' || keyType === 'ed25519'))
  const short = usable.filter(({ keyType, bits }) => keyType === 'rsa' && bits !== null && bits < 2048)
  return [
    mx.length === 0
      ? toCheck(
          'mx',
          'notice',
          'no MX record: mail goes to the address of the domain itself, if it has one',
          '没有 MX 记录：邮件将投递到域名自身的地址',
        )
      : toCheck(
          'mx',
          'good',
          isNullMx ? 'null MX: the domain takes no mail (RFC 7505)' : `${mx.length} mail servers`,
          isNullMx ? '空 MX：此域名不接收邮件（RFC 7505）' : `${mx.length} 台邮件服务器`,
        ),
    spf.record
      ? toCheck('spf', 'good', 'an SPF record exists', '存在 SPF 记录')
      : spf.steps[0]?.problem
        ? unknown('spf', domain)
        : toCheck('spf', 'bad', 'no SPF record', '没有 SPF 记录'),
    ...(spf.record ? [toLookupCheck(spf), toAllCheck(spf.all)] : []),
    ...toOrderCheck(spf.record),
    ...toTwiceCheck(spf.steps),
    ...(problem ? [toCheck('spf-error', 'bad', `SPF: ${problem.en}`, `SPF：${problem.zh}`)] : []),
    ...(isUnasked('_dmarc') && !dmarc.record ? [unknown('dmarc', `_dmarc.${domain}`)] : checkDmarc(dmarc)),
    dkim.length > 0 && usable.length === 0
      ? toCheck(
          'dkim',
          'notice',
          'all DKIM keys found are revoked: the domain signs no mail by them',
          '找到的 DKIM 密钥均已撤销：此域名不用它们签名邮件',
        )
      : dkim.length > 0
        ? toKeysCheck({ usable, broken, short })
        : [...unasked].some((name) => name.includes('._domainkey.'))
          ? unknown('dkim', `_domainkey.${domain}`)
          : toCheck(
              'dkim',
              'notice',
              'no DKIM key under the common selectors; give the selector of a mail’s DKIM-Signature',
              '常见选择器下没有 DKIM 密钥；请填写邮件 DKIM-Signature 中的选择器',
            ),
    mtaSts.record
      ? mtaSts.problem
        ? toCheck('mta-sts', 'bad', `MTA-STS: ${mtaSts.problem.en}`, `MTA-STS：${mtaSts.problem.zh}`)
        : toCheck(
            'mta-sts',
            mtaSts.mode === 'enforce' ? 'good' : 'notice',
            `MTA-STS mode ${mtaSts.mode}`,
            `MTA-STS 模式：${mtaSts.mode}`,
          )
      : isUnasked('_mta-sts')
        ? unknown('mta-sts', `_mta-sts.${domain}`)
        : toCheck('mta-sts', 'notice', 'no MTA-STS: TLS on the way in can be stripped', '没有 MTA-STS：入站 TLS 可能被降级'),
    ...(uncovered.length > 0
      ? [
          toCheck(
            'mta-sts-mx',
            mtaSts.mode === 'enforce' ? 'bad' : 'notice',
            `the MTA-STS policy does not name ${uncovered.join(', ')}: mail to it is refused where the policy is enforced`,
            `MTA-STS 策略未包含 ${uncovered.join('、')}：强制执行时，发往这些服务器的邮件会被拒绝`,
          ),
        ]
      : []),
    isUnasked('_smtp._tls') ? unknown('tls-rpt', `_smtp._tls.${domain}`) : toReportsCheck(tlsRpt),
    ...checkDane(dane),
    ...toLogoChecks(bimi, dmarc),
  ]
}

type Keys = Readonly<Record<'usable' | 'broken' | 'short', MailReport['dkim']>>

/** A key that cannot be read signs nothing that anybody could check (RFC 6376 §6.1.2). */
function toKeysCheck({ usable, broken, short }: Keys): Check {
  const names = (keys: MailReport['dkim']) => keys.map(({ selector }) => selector)
  if (broken.length > 0)
    return toCheck(
      'dkim',
      'bad',
      `DKIM keys that cannot be read, so that no signature by them holds: ${names(broken).join(', ')}`,
      `无法解析的 DKIM 密钥，其签名均无法通过验证：${names(broken).join('、')}`,
    )
  if (short.length > 0)
    return toCheck(
      'dkim',
      'notice',
      `DKIM keys below 2048 bits: ${names(short).join(', ')}`,
      `不足 2048 位的 DKIM 密钥：${names(short).join('、')}`,
    )
  return toCheck('dkim', 'good', `${usable.length} DKIM keys found`, `找到 ${usable.length} 个 DKIM 密钥`)
}

/** TLS reports need somewhere to go (RFC 8460 §3). */
function toReportsCheck(record: string | null): Check {
  if (!record) return toCheck('tls-rpt', 'notice', 'no TLS reports (RFC 8460)', '未启用 TLS 报告（RFC 8460）')
  return /^(mailto:|https:\/\/)\S/i.test(parseTags(record)['rua'] ?? '')
    ? toCheck('tls-rpt', 'good', 'TLS reports are asked for', '已启用 TLS 报告')
    : toCheck(
        'tls-rpt',
        'bad',
        'TLS-RPT names no mailto: or https: address (rua): no report can come',
        'TLS-RPT 没有 mailto: 或 https: 地址（rua），收不到任何报告',
      )
}

/** A logo is shown only where forged mail is kept away, and only as SVG by HTTPS (BIMI draft §4.2, §5). */
function toLogoChecks({ record, logo }: MailReport['bimi'], dmarc: MailReport['dmarc']): Check[] {
  if (!record || !logo) return []
  if (!isEnforced(dmarc))
    return [
      toCheck(
        'bimi',
        'bad',
        'BIMI: the logo is shown only with the DMARC policy quarantine (of all mail) or reject',
        'BIMI：DMARC 策略须为 quarantine（全部邮件）或 reject 才会显示标志',
      ),
    ]
  return /^https:\/\/\S+$/i.test(logo)
    ? [toCheck('bimi', 'good', 'a BIMI logo is published', '已发布 BIMI 标志')]
    : [toCheck('bimi', 'bad', 'BIMI: the logo must be an https address', 'BIMI：标志须为 https 地址')]
}

function toOrderCheck(record: string | null): Check[] {
  const unread = record ? findUnread(record).slice(0, 5) : []
  if (unread.length === 0) return []
  return [
    toCheck(
      'spf-order',
      'bad',
      `behind “all” nothing is read (RFC 7208 §5.1): ${unread.join(' ')}`,
      `“all”之后的项不会被读取（RFC 7208 §5.1）：${unread.join(' ')}`,
    ),
  ]
}

/** A record that is included twice says nothing more, and costs its look-ups again. */
function toTwiceCheck(steps: MailReport['spf']['steps']): Check[] {
  const included = steps.filter(({ depth, problem }) => depth > 0 && !problem).map(({ domain }) => domain)
  const twice = [...new Set(included.filter((domain, index) => included.indexOf(domain) < index))].slice(0, 5)
  if (twice.length === 0) return []
  return [
    toCheck(
      'spf-twice',
      'notice',
      `included more than once, which costs look-ups for nothing: ${twice.join(', ')}`,
      `被重复包含，白白占用查询次数：${twice.join('、')}`,
    ),
  ]
}

function toLookupCheck(spf: MailReport['spf']): Check {
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
    all ? `everyone else: ${all}, which says nothing` : 'nothing is said of everyone else',
    all ? `其余发件方：${all}，等于未声明` : '未声明其余发件方',
  )
}

/** A record that could not be asked for is neither there nor missing. */
function unknown(id: string, name: string): Check {
  return toCheck(id, 'notice', `${name} could not be looked up; try again`, `未能查询 ${name}，请重试`)
}
