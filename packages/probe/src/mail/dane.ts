import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { toRdataText } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import { findUsable } from '../tls/tlsa.ts'

type Limits = { readonly signal: AbortSignal | undefined; readonly timeoutMs: number }
type Row = MailReport['dane'][number]

const MAX_HOSTS = 10

/** The TLSA records of the mail servers (RFC 7672 §2.2); servers that could not be asked about are left out. */
export async function readDane(mx: MailReport['mx'], client: DnsClient, limits: Limits): Promise<Row[]> {
  const hosts = mx.map(({ host }) => host).filter((host) => host !== '.' && isIP(host) === 0)
  const rows = await Promise.all(hosts.slice(0, MAX_HOSTS).map((host) => readHost(host, client, limits)))
  return rows.flatMap((row) => row ?? [])
}

async function readHost(host: string, client: DnsClient, limits: Limits): Promise<Row | undefined> {
  try {
    const answered = await client.ask({
      name: `_25._tcp.${host}.`,
      type: TYPES.TLSA,
      isDnssecOk: true,
      flags: { ad: true },
      ...limits,
    })
    const { answers, flags } = refuseFailure(answered)
    const records = answers.filter(({ type }) => type === TYPES.TLSA).map(({ type, rdata }) => toRdataText(type, rdata))
    return { host, records: records.slice(0, 12), isValidated: flags.ad }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return undefined
  }
}

/** What sending servers make of the records: only DANE-TA and DANE-EE count for mail (RFC 7672 §3.1), and only signed ones. */
export function checkDane(rows: readonly Row[]): Check[] {
  if (rows.length === 0) return []
  const published = rows.filter(({ records }) => records.length > 0)
  if (published.length === 0)
    return [
      toCheck(
        'dane',
        'notice',
        'no DANE: the mail servers have no TLSA records (RFC 7672)',
        '没有 DANE：邮件服务器没有 TLSA 记录（RFC 7672）',
      ),
    ]
  const useless = published.filter(({ records }) => records.every((record) => !/^[23] /.test(record)))
  if (useless.length > 0)
    return [
      toCheck(
        'dane',
        'bad',
        `TLSA records of usage 0 and 1 do not count for mail (RFC 7672 §3.1.3): ${list(useless)}`,
        `用途为 0、1 的 TLSA 记录对邮件无效（RFC 7672 §3.1.3）：${list(useless)}`,
      ),
    ]
  const unusable = published.filter(({ records }) => findUsable(records.filter((record) => /^[23] /.test(record))).length === 0)
  if (unusable.length > 0)
    return [
      toCheck(
        'dane',
        'bad',
        `no TLSA record can be used: an unknown selector or digest, or data that do not belong there. Senders encrypt and check no certificate (RFC 7672 §2.2): ${list(unusable)}`,
        `TLSA 记录均不可用：选择器或摘要算法未知，或数据有误。发件方只加密，不校验证书（RFC 7672 §2.2）：${list(unusable)}`,
      ),
    ]
  const unsigned = published.filter(({ isValidated }) => !isValidated)
  if (unsigned.length > 0)
    return [
      toCheck(
        'dane',
        'notice',
        `TLSA records count only with DNSSEC, which our resolver has not confirmed: ${list(unsigned)}`,
        `TLSA 记录须有 DNSSEC 签名才有效，本站解析器未能确认：${list(unsigned)}`,
      ),
    ]
  const bare = rows.filter(({ records }) => records.length === 0)
  return bare.length > 0
    ? [toCheck('dane', 'notice', `mail servers without DANE: ${list(bare)}`, `未启用 DANE 的邮件服务器：${list(bare)}`)]
    : [
        toCheck(
          'dane',
          'good',
          'every mail server has signed TLSA records (DANE)',
          '所有邮件服务器均有已签名的 TLSA 记录（DANE）',
        ),
      ]
}

/** What names the servers must be signed as well: else whoever forges it names others (RFC 7672 §2.2). That TLSA records are found signed shows that the resolver looks. */
export function checkMxSigning(rows: readonly Row[], isSigned: boolean): Check[] {
  if (isSigned || !rows.some(({ records, isValidated }) => isValidated && records.length > 0)) return []
  return [
    toCheck(
      'dane-mx',
      'notice',
      'the MX record is not signed with DNSSEC: whoever forges it leads mail past DANE to other servers (RFC 7672 §2.2)',
      'MX 记录没有 DNSSEC 签名：伪造它即可绕过 DANE，把邮件引向其他服务器（RFC 7672 §2.2）',
    ),
  ]
}

const list = (rows: readonly Row[]): string => rows.map(({ host }) => host).join(', ')
