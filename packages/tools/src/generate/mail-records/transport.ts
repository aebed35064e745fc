import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { splitNames } from '../../lib/name-list.ts'
import { OR_WEB, readPlaces } from './addresses.ts'
import type { Made } from './made.ts'
import { findDnsName } from './names.ts'

export type Mode = 'testing' | 'enforce' | 'none'
type Sts = {
  readonly domain: string
  readonly mode: Mode
  readonly servers: string
  readonly days: number
  readonly now: Date
}
export type MadeSts = Made & { readonly policy?: string; readonly policyUrl?: string }

const DAY_SECONDS = 86_400
const MOST_SERVERS = 100

/** The record of MTA-STS and the policy that it announces (RFC 8461). Throws `bad_input`, `too_large`. */
export function makeMtaSts({ domain, mode, servers, days, now }: Sts): MadeSts {
  const hosts = readServers(servers)
  if (hosts.length === 0 && mode !== 'none')
    throw new AppError('bad_input', {
      field: 'servers',
      expected: { en: 'the mail servers of the domain, as its MX records name them', zh: '域名的收信服务器，与 MX 记录一致' },
      got: { en: 'nothing', zh: '空值' },
    })
  const id = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const lines = ['version: STSv1', `mode: ${mode}`, ...hosts.map((host) => `mx: ${host}`), `max_age: ${days * DAY_SECONDS}`]
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  return {
    records: [{ name: `_mta-sts.${domain}`, type: 'TXT', value: `v=STSv1; id=${id};`, purpose: PURPOSE }],
    parts: [
      { record: 'MTA-STS', part: 'v=STSv1', meaning: { en: 'version', zh: '版本' } },
      {
        record: 'MTA-STS',
        part: `id=${id}`,
        meaning: { en: 'must change whenever the policy does', zh: '策略每次变更都要更换' },
      },
      { record: 'MTA-STS', part: `mode: ${mode}`, meaning: MODES[mode] },
    ],
    notes: [
      {
        en: `MTA-STS: serve the policy as text/plain at ${url}, with a valid certificate and without a redirect; the name mta-sts.${domain} needs an address for that`,
        zh: `MTA-STS：须以 text/plain 在 ${url} 提供策略文件，证书有效且不重定向；为此 mta-sts.${domain} 须有地址记录`,
      },
      ...(mode === 'testing' ? [TESTING] : []),
    ],
    policy: lines.map((line) => `${line}\r\n`).join(''),
    policyUrl: url,
  }
}

const PURPOSE: Text = {
  en: 'MTA-STS: says that there is a policy on encryption for mail to the domain',
  zh: 'MTA-STS：声明发往此域名的邮件有加密策略',
}
const MODES: Readonly<Record<Mode, Text>> = {
  testing: { en: 'mail is delivered anyway, faults are reported (TLS-RPT)', zh: '照常投递，问题通过 TLS-RPT 报告' },
  enforce: { en: 'without valid TLS mail is not delivered', zh: '没有有效 TLS 时不投递' },
  none: { en: 'an earlier policy is withdrawn', zh: '撤回之前的策略' },
}
const TESTING: Text = {
  en: 'MTA-STS, next step: once TLS reports show no faults for some weeks, change to enforce, with a new id',
  zh: 'MTA-STS 下一步：TLS 报告数周无异常后改为 enforce，并更换 id',
}

/** Hosts, a star for their first label (RFC 8461 §4.1). A number before them, as MX records have it, is left out. */
function readServers(text: string): string[] {
  const words = splitNames(text).filter((word) => !/^\d{1,5}$/.test(word))
  const hosts = words.map((word) => {
    const [, star = '', rest = ''] = /^(\*\.)?(.+)$/.exec(word) ?? []
    const name = findDnsName(rest)
    if (name?.includes('.')) return `${star}${name}`
    throw new AppError('bad_input', {
      field: 'servers',
      expected: { en: 'host names such as mx.example.com or *.example.com', zh: '主机名，如 mx.example.com、*.example.com' },
      got: word.slice(0, 80),
    })
  })
  if (hosts.length > MOST_SERVERS) throw new AppError('too_large', { field: 'servers', limit: MOST_SERVERS, got: hosts.length })
  return [...new Set(hosts)]
}

/** The record that asks for reports on TLS (RFC 8460 §3), for which there must be a place. Throws `bad_input`, `too_large`. */
export function makeTlsRpt({ domain, reports }: { readonly domain: string; readonly reports: string }): Made {
  const places = readPlaces(reports, 'reports', { takesWeb: true })
  if (places.length === 0)
    throw new AppError('bad_input', { field: 'reports', expected: OR_WEB, got: { en: 'nothing', zh: '空值' } })
  const rua = places.map(({ uri }) => uri.replace(/!\d+[kmgt]?$/, '')).join(',')
  return {
    records: [
      {
        name: `_smtp._tls.${domain}`,
        type: 'TXT',
        value: `v=TLSRPTv1; rua=${rua}`,
        purpose: {
          en: 'TLS-RPT: where senders report trouble with the encryption of mail to the domain',
          zh: 'TLS-RPT：发件方报告加密问题的地址',
        },
      },
    ],
    parts: [
      { record: 'TLS-RPT', part: 'v=TLSRPTv1', meaning: { en: 'version', zh: '版本' } },
      { record: 'TLS-RPT', part: `rua=${rua}`, meaning: { en: 'daily reports go there', zh: '每日报告的接收地址' } },
    ],
    notes: [],
  }
}
