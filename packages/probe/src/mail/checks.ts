import { countOf } from '@octet/core/counted.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import { checkDane } from './dane.ts'
import { checkDmarc, isEnforced } from './dmarc.ts'
import { checkDkim } from './dkim.ts'
import { checkMtaSts } from './mta-sts.ts'
import { checkSpf } from './spf-checks.ts'
import { parseTags } from './txt.ts'

/** What is wrong with what a domain publishes. `unasked` are names that could not be asked for, which is not “missing”. */
export function toMailChecks(
  { domain, mx, spf, dmarc, dkim, mtaSts, tlsRpt, bimi, dane }: Omit<MailReport, 'checks' | 'servers' | 'isComplete'>,
  unasked: ReadonlySet<string>,
): Check[] {
  const isUnasked = (prefix: string) => [...unasked].some((name) => name.startsWith(`${prefix}.`))
  const takesMail = mx.some(({ host }) => host !== '.') || mx.length === 0
  return [
    ...toServersChecks(mx),
    ...(!spf.record && spf.steps[0]?.problem ? [unknown('spf', domain)] : checkSpf(spf)),
    ...(isUnasked('_dmarc') && !dmarc.record ? [unknown('dmarc', `_dmarc.${domain}`)] : checkDmarc(dmarc)),
    ...(dkim.length > 0
      ? checkDkim(dkim)
      : [[...unasked].some((name) => name.includes('._domainkey.')) ? unknown('dkim', `_domainkey.${domain}`) : NO_KEY]),
    ...(takesMail ? toWayInChecks({ domain, mx, mtaSts, tlsRpt, dane }, isUnasked) : []),
    ...toLogoChecks(bimi, dmarc),
  ]
}

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

/** TLS reports need somewhere to go (RFC 8460 §3). */
function toReportsCheck(record: string | null): Check {
  if (!record) return toCheck('tls-rpt', 'notice', 'no TLS reports (RFC 8460)', '未启用 TLS 报告（RFC 8460）')
  if (!/^v=TLSRPTv1\s*;/.test(record) || record.includes('\n'))
    return toCheck(
      'tls-rpt',
      'bad',
      'TLS-RPT is not read: one record is allowed, and it must begin with “v=TLSRPTv1;” in this spelling (RFC 8460 §3)',
      'TLS-RPT 不会被读取：只允许一条记录，且必须以“v=TLSRPTv1;”开头，大小写须一致（RFC 8460 §3）',
    )
  return /^(mailto:|https:\/\/)\S/i.test(parseTags(record)['rua'] ?? '')
    ? toCheck('tls-rpt', 'good', 'TLS reports are asked for', '已启用 TLS 报告')
    : toCheck(
        'tls-rpt',
        'bad',
        'TLS-RPT names no mailto: or https: address (rua): no reports can be sent',
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
