import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import { isOffInternet } from '@octet/core/ip/special.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import type { DnsClient } from '../dns/client.ts'
import { toNormalName } from '../dns/names.ts'
import { readRdata } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'

type Limits = { readonly signal: AbortSignal | undefined; readonly timeoutMs: number }

const MAX_HOSTS = 10

/** Whether the mail servers can be reached by their names: each needs an address, and is to be no alias (RFC 2181 §10.3). */
export async function checkMailHosts(mx: MailReport['mx'], client: DnsClient, limits: Limits): Promise<Check[]> {
  const hosts = mx.map(({ host }) => host).filter((host) => host !== '.')
  const found = await Promise.all(
    hosts.slice(0, MAX_HOSTS).map(async (host) => ({ host, ...(await lookAt(host, client, limits)) })),
  )
  const without = found.filter(({ host, hasAddress }) => hasAddress === false && !isIP(host)).map(({ host }) => host)
  const literals = hosts.filter((host) => isIP(host))
  const aliases = found.filter(({ isAlias }) => isAlias).map(({ host }) => host)
  const inside = found.filter(({ isInside }) => isInside).map(({ host }) => host)
  return [
    ...(inside.length > 0
      ? [
          toCheck(
            'mx-inside',
            'bad',
            `an address that cannot be reached from the Internet: ${inside.join(', ')}`,
            `地址无法从公网访问：${inside.join('、')}`,
          ),
        ]
      : []),
    ...(literals.length > 0
      ? [
          toCheck(
            'mx-literal',
            'bad',
            `an MX must name a host, not an address, for which senders find no server (RFC 1035 §3.3.9): ${literals.join(', ')}`,
            `MX 须填写主机名而非 IP 地址，否则发件方找不到服务器（RFC 1035 §3.3.9）：${literals.join('、')}`,
          ),
        ]
      : []),
    ...(without.length > 0
      ? [toCheck('mx-address', 'bad', `no address: ${without.join(', ')}`, `没有地址：${without.join('、')}`)]
      : []),
    ...(aliases.length > 0
      ? [
          toCheck(
            'mx-alias',
            'notice',
            `an MX must name a host, not an alias (RFC 2181 §10.3): ${aliases.join(', ')}`,
            `MX 应指向主机而非别名（RFC 2181 §10.3）：${aliases.join('、')}`,
          ),
        ]
      : []),
  ]
}

/** Whether mail can come to a domain without MX, which goes to its own address (RFC 5321 §5.1). */
export async function checkBareDomain(domain: string, client: DnsClient, limits: Limits): Promise<Check[]> {
  const { hasAddress } = await lookAt(domain, client, limits)
  if (hasAddress !== false) return []
  return [
    toCheck(
      'mx-address',
      'notice',
      'neither MX nor address: no mail can reach this domain; a null MX would say so at once (RFC 7505)',
      '既没有 MX 也没有地址，邮件无法送达此域名；可用空 MX 明确声明（RFC 7505）',
    ),
  ]
}

type Looked = { readonly hasAddress: boolean | null; readonly isAlias: boolean; readonly isInside: boolean }

/** `hasAddress` is null where the server could not be asked for. */
async function lookAt(host: string, client: DnsClient, limits: Limits): Promise<Looked> {
  if (isIP(host)) return { hasAddress: false, isAlias: false, isInside: false } // an address stands where a name must be
  const name = `${host}.`
  try {
    const answers = await Promise.all([TYPES.A, TYPES.AAAA].map((type) => client.ask({ name, type, ...limits })))
    const records = answers.flatMap(({ message }) => message.answers)
    const addresses = records.filter(({ type }) => type === TYPES.A || type === TYPES.AAAA)
    const hasAddress = addresses.length > 0
    const isUnknown = answers.some(({ message }) => message.rcode !== 0 && message.rcode !== 3)
    return {
      hasAddress: hasAddress || (isUnknown ? null : false),
      isAlias: records.some((rr) => rr.type === TYPES.CNAME && toNormalName(rr.name) === toNormalName(name)),
      isInside: hasAddress && addresses.every(({ type, rdata }) => isOffInternet(String(readRdata(type, rdata)!['address']))),
    }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return { hasAddress: null, isAlias: false, isInside: false }
  }
}

/** Mail servers that no line of an MTA-STS policy names; `*.` stands for one label (RFC 8461 §4.1). */
export function findUncovered(mx: MailReport['mx'], { mode, hosts }: Pick<MailReport['mtaSts'], 'mode' | 'hosts'>): string[] {
  if (mode !== 'enforce' && mode !== 'testing') return []
  const patterns = new Set(hosts.map((host) => host.toLowerCase().replace(/\.$/, '')))
  const isNamed = (host: string) => patterns.has(host) || patterns.has(host.replace(/^[^.]+/, '*'))
  return mx.map(({ host }) => host).filter((host) => host !== '.' && !isNamed(host.toLowerCase()))
}
