import { countOf } from '@octet/core/counted.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import { checkDane } from './dane.ts'
import { checkDmarc, isEnforced, isTesting } from './dmarc.ts'
import { checkDkim, checkMissing } from './dkim.ts'
import { checkMtaSts } from './mta-sts.ts'
import { checkSpf } from './spf-checks.ts'
import { parseTags } from './txt.ts'

/** What is wrong with what a domain publishes. `unasked` are names that could not be asked for, which is not “missing”. */
export function toMailChecks(
  { domain, mx, spf, dmarc, dkim, mtaSts, tlsRpt, bimi, dane }: Omit<MailReport, 'checks' | 'servers' | 'isComplete'>,
  unasked: ReadonlySet<string>,
  missingSelectors: readonly string[] = [],
): Check[] {
  const isUnasked = (prefix: string) => [...unasked].some((name) => name.startsWith(`${prefix}.`))
  const takesMail = mx.some(({ host }) => host !== '.') || mx.length === 0
  return [
    ...toServersChecks(mx),
    ...(!spf.record && spf.steps[0]?.problem && !spf.steps[0].record ? [unknown('spf', domain)] : checkSpf(spf)),
    ...(isUnasked('_dmarc') && !dmarc.record ? [unknown('dmarc', `_dmarc.${domain}`)] : checkDmarc(dmarc)),
    ...(dkim.length > 0
      ? checkDkim(dkim)
      : missingSelectors.length > 0
        ? []
        : [isUnaskedKey(unasked) ? unknown('dkim', `_domainkey.${domain}`) : NO_KEY]),
    ...checkMissing(missingSelectors, domain),
    ...(takesMail ? toWayInChecks({ domain, mx, mtaSts, tlsRpt, dane }, isUnasked) : []),
    ...toLogoChecks(bimi, dmarc),
  ]
}

const isUnaskedKey = (unasked: ReadonlySet<string>): boolean => [...unasked].some((name) => name.includes('._domainkey.'))

/** A null MX stands alone, or says nothing (RFC 7505 §3). */
function toServersChecks(mx: MailReport['mx']): Check[] {
  const servers = mx.filter(({ host }) => host !== '.')
  if (mx.length === 0) return [NO_MX]
  if (servers.length === 0) return [NULL_MX]
  return [
    servers.length < mx.length
      ? toCheck(
          'mx',
          'bad',
          'a null MX beside mail servers: it must stand alone (RFC 7505 §3)',
          '空 MX 与邮件服务器并存：空 MX 必须单独存在（RFC 7505 §3）',
        )
      : toCheck('mx', 'good', countOf(mx.length, 'mail server'), `${mx.length} 台邮件服务器`),
  ]
}

type WayIn = Pick<MailReport, 'domain' | 'mx' | 'mtaSts' | 'tlsRpt' | 'dane'>

/** How mail on its way to the domain is kept encrypted. */
function toWayInChecks({ domain, mx, mtaSts, tlsRpt, dane }: WayIn, isUnasked: (prefix: string) => boolean): Check[] {
  return [
    ...(isUnasked('_mta-sts') ? [unknown('mta-sts', `_mta-sts.${domain}`)] : checkMtaSts(mtaSts, mx)),
    isUnasked('_smtp._tls') ? unknown('tls-rpt', `_smtp._tls.${domain}`) : toReportsCheck(tlsRpt),
    ...checkDane(dane),
  ]
}

/** How a record begins that asks for TLS reports. */
export const TLS_REPORTS = /^v=TLSRPTv1\s*;/

/** TLS reports need somewhere to go (RFC 8460 §3). */
function toReportsCheck(record: string | null): Check {
  if (!record) return toCheck('tls-rpt', 'notice', 'no TLS reports (RFC 8460)', '未启用 TLS 报告（RFC 8460）')
  if (!TLS_REPORTS.test(record) || record.includes('\n'))
    return toCheck(
      'tls-rpt',
      'bad',
      'TLS-RPT is not read: one record is allowed, and it must begin with “v=TLSRPTv1;” in this spelling (RFC 8460 §3)',
      'TLS-RPT 不会被读取：只允许一条记录，且必须以“v=TLSRPTv1;”开头，大小写须一致（RFC 8460 §3）',
    )
  const uris = (parseTags(record)['rua'] ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter(Boolean)
  const strays = uris.filter((uri) => !TLS_REPORT_PLACE.test(uri))
  if (strays.length === uris.length)
    return toCheck(
      'tls-rpt',
      'bad',
      'TLS-RPT names no mailto: or https: address (rua): no reports can be sent',
      'TLS-RPT 没有 mailto: 或 https: 地址（rua），收不到任何报告',
    )
  const shown = strays.map((uri) => uri.slice(0, 80)).join(', ')
  return strays.length === 0
    ? toCheck('tls-rpt', 'good', 'TLS reports are asked for', '已启用 TLS 报告')
    : toCheck(
        'tls-rpt',
        'bad',
        `no TLS reports go to ${shown}: an address must be written as mailto:name@domain or https://…`,
        `${shown} 收不到 TLS 报告：地址须写作 mailto:name@domain 或 https://…`,
      )
}

/** `mailto://` is another address. */
const TLS_REPORT_PLACE = /^(?:mailto:(?!\/\/)[^@\s]+@[\w.-]+\w|https:\/\/\S+)$/i

/** How a record begins that names a logo. */
export const BIMI = /^v=BIMI1\s*;/i

/** A logo is shown only where forged mail is kept away, and only as SVG by HTTPS (BIMI draft §4.2, §5). */
function toLogoChecks({ record, logo, authority }: MailReport['bimi'], dmarc: MailReport['dmarc']): Check[] {
  if (!record) return []
  if (!BIMI.test(record))
    return [
      toCheck(
        'bimi',
        'bad',
        'the BIMI record is not read: it must begin with “v=BIMI1;”',
        'BIMI 记录不会被读取：必须以“v=BIMI1;”开头',
      ),
    ]
  if (!logo) return []
  if (isTesting(dmarc.tags))
    return [
      toCheck(
        'bimi',
        'bad',
        'BIMI: the logo is not shown while the DMARC policy is only tried out (t=y)',
        'BIMI：DMARC 策略处于试行阶段（t=y），不会显示标志',
      ),
    ]
  if (isEnforced(dmarc) && dmarc.tags['sp']?.toLowerCase() === 'none')
    return [
      toCheck(
        'bimi',
        'bad',
        'BIMI: the logo is not shown while DMARC lets anyone send as a subdomain (sp=none)',
        'BIMI：DMARC 允许任何人冒用子域名（sp=none），不会显示标志',
      ),
    ]
  if (!isEnforced(dmarc))
    return [
      toCheck(
        'bimi',
        'bad',
        'BIMI: the logo is shown only with the DMARC policy quarantine (of all mail) or reject',
        'BIMI：DMARC 策略须为 quarantine（全部邮件）或 reject 才会显示标志',
      ),
    ]
  if (!/^https:\/\/\S+$/i.test(logo))
    return [toCheck('bimi', 'bad', 'BIMI: the logo must be an https address', 'BIMI：标志须为 https 地址')]
  if (/\.(png|jpe?g|gif|webp|ico)$/i.test(URL.parse(logo)?.pathname ?? ''))
    return [toCheck('bimi', 'bad', 'BIMI: the logo must be an SVG (Tiny PS)', 'BIMI：标志须为 SVG（Tiny PS）格式')]
  if (authority !== null && !/^https:\/\/\S+$/i.test(authority))
    return [toCheck('bimi', 'bad', 'BIMI: the certificate (a=) must be an https address', 'BIMI：证书（a=）须为 https 地址')]
  return [
    authority === null
      ? toCheck(
          'bimi',
          'notice',
          'a BIMI logo is published, but no certificate for it (a=), without which Gmail and Apple Mail do not show it',
          '已发布 BIMI 标志，但没有相应证书（a=），Gmail 与 Apple Mail 不会显示',
        )
      : toCheck('bimi', 'good', 'a BIMI logo is published', '已发布 BIMI 标志'),
  ]
}

/** A record that could not be asked for is neither there nor missing. */
function unknown(id: string, name: string): Check {
  return toCheck(id, 'notice', `${name} could not be looked up; try again`, `未能查询 ${name}，请重试`)
}

const NO_MX = toCheck(
  'mx',
  'notice',
  'no MX record: mail goes to the address of the domain itself, if it has one',
  '没有 MX 记录：邮件将投递到域名自身的地址',
)
const NULL_MX = toCheck('mx', 'good', 'null MX: the domain takes no mail (RFC 7505)', '空 MX：此域名不接收邮件（RFC 7505）')
const NO_KEY = toCheck(
  'dkim',
  'notice',
  'no DKIM key under the common selectors; give the selector of a mail’s DKIM-Signature',
  '常见选择器下没有 DKIM 密钥；请填写邮件 DKIM-Signature 中的选择器',
)
