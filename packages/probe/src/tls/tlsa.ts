import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { countOf } from '@octet/core/counted.ts'
import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { toRdataText } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import { toAsciiName } from '../guard/names.ts'

type Server = {
  readonly host: string
  readonly port: number
  /** From the server's own certificate up to a root, also one that only this machine knows. */
  readonly chain: readonly Buffer[]
  /** The certificates that the server itself sends, its own first; undefined where it could not be asked once more. */
  readonly readSent: () => Promise<readonly Buffer[] | undefined>
  /** Mail servers that send to it know no public roots (RFC 7672 §3.1.3). */
  readonly isMail?: boolean | undefined
}
type Limits = { readonly signal: AbortSignal | undefined; readonly timeoutMs: number }

const MAX_RECORDS = 20

/** Whether the certificates fit the TLSA records of a server (DANE, RFC 6698 §2); nothing where it has none, or they could not be asked for. */
export async function checkTlsa({ host, port, isMail, ...server }: Server, client: DnsClient, limits: Limits): Promise<Check[]> {
  if (isIP(host) !== 0) return []
  try {
    const name = `_${port}._tcp.${toAsciiName(host)}.`
    const answered = await client.ask({ name, type: TYPES.TLSA, isDnssecOk: true, flags: { ad: true }, ...limits })
    const { answers, flags } = refuseFailure(answered)
    const records = answers.filter(({ type }) => type === TYPES.TLSA).slice(0, MAX_RECORDS)
    if (records.length === 0) return []
    if (!flags.ad) return [UNSIGNED]
    const texts = records.map(({ type, rdata }) => toRdataText(type, rdata))
    const counted = isMail ? texts.filter((text) => /^[23] /.test(text)) : texts
    return counted.length === 0 ? [USELESS_FOR_MAIL] : await judge(counted, server)
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return []
  }
}

async function judge(records: readonly string[], { chain, readSent }: Pick<Server, 'chain' | 'readSent'>): Promise<Check[]> {
  const usable = findUsable(records)
  if (usable.length === 0) return [UNUSABLE]
  const fitting = usable.filter((record) => fitsTlsa(record, chain))
  // a client of DANE-TA has no root but the one that is sent (RFC 7671 §5.2.3)
  const sent = fitting.length > 0 && fitting.every((record) => record.startsWith('2 ')) ? await readSent() : chain
  if (!sent) return []
  const found = fitting.find((record) => fitsTlsa(record, sent))
  if (found) {
    const shown = found.slice(0, 20)
    const good = toCheck(
      'dane',
      'good',
      `the certificate matches a TLSA record (DANE): ${shown}…`,
      `证书与 TLSA 记录相符（DANE）：${shown}…`,
    )
    return [good]
  }
  if (fitting.length > 0) return [NOT_SENT]
  return [
    toCheck(
      'dane',
      'bad',
      `the certificates match none of ${countOf(usable.length, 'TLSA record')}: clients that check DANE do not connect`,
      `${usable.length} 条 TLSA 记录均与证书不符：检查 DANE 的客户端会拒绝连接`,
    ),
  ]
}

const UNUSABLE = toCheck(
  'dane',
  'bad',
  'no TLSA record can be used: an unknown usage, selector or digest, or data that do not belong there. Clients connect as if there were none (RFC 7671 §4)',
  'TLSA 记录均不可用：用途、选择器或摘要算法未知，或数据有误。客户端按没有记录处理（RFC 7671 §4）',
)
const NOT_SENT = toCheck(
  'dane',
  'bad',
  'the TLSA record refers to an authority whose certificate the server does not send: clients that check DANE do not connect (RFC 7671 §5.2.3)',
  'TLSA 记录指向的 CA 证书未由服务器发送：检查 DANE 的客户端会拒绝连接（RFC 7671 §5.2.3）',
)
const USELESS_FOR_MAIL = toCheck(
  'dane',
  'bad',
  'TLSA records of usage 0 and 1 do not count for mail (RFC 7672 §3.1.3)',
  '用途为 0、1 的 TLSA 记录对邮件无效（RFC 7672 §3.1.3）',
)
const UNSIGNED = toCheck(
  'dane',
  'notice',
  'TLSA records count only with DNSSEC, which our resolver has not confirmed',
  'TLSA 记录须有 DNSSEC 签名才有效，本站解析器未能确认',
)

/**
 * The TLSA records that clients go by: those they can read, and of several digests with one usage and selector only the
 * strongest (RFC 7671 §9), even where it fits no certificate and a weaker one does.
 */
export function findUsable(records: readonly string[]): string[] {
  const usable = records.filter(isUsable)
  const strong = new Set(usable.filter((record) => record[4] === '2').map((record) => record.slice(0, 3)))
  return usable.filter((record) => record[4] !== '1' || !strong.has(record.slice(0, 3)))
}

const DIGEST_LETTERS: Readonly<Record<string, number>> = { 1: 64, 2: 128 }

function isUsable(record: string): boolean {
  const [, usage, selector, matching, data] = /^(\d+) (\d+) (\d+) ([\dA-F]+)$/.exec(record) ?? []
  if (!/^[0-3]$/.test(usage ?? '') || !/^[01]$/.test(selector ?? '')) return false
  return matching === '0' ? toKey(selector!, data!) !== undefined : DIGEST_LETTERS[matching!] === data!.length
}

/**
 * Whether a TLSA record, as text, speaks of one of these certificates, the server's own being the first (RFC 6698 §2.1).
 * Usages 1 and 3 speak of the server's own certificate, 0 and 2 of an authority above it (RFC 7218). An authority whose whole
 * certificate or key stands in the record of usage 2 need not be among them.
 */
export function fitsTlsa(record: string, chain: readonly Buffer[]): boolean {
  const [usage, selector, matching, data] = record.split(' ')
  const meant = usage === '1' || usage === '3' ? chain.slice(0, 1) : usage === '0' || usage === '2' ? chain.slice(1) : []
  const isAmong = meant.some((raw) => {
    const selected = selector === '0' ? raw : selector === '1' ? toPublicKey(raw) : undefined
    return selected !== undefined && toMatch(selected, matching) === data
  })
  return isAmong || (usage === '2' && matching === '0' && isUnder(toKey(selector!, data!), chain))
}

/** Whether the last of some certificates, or one before it, was issued with a key. */
const isUnder = (key: KeyObject | undefined, chain: readonly Buffer[]): boolean =>
  key !== undefined && chain.some((raw) => new X509Certificate(raw).verify(key))

/** The key of a record that holds a whole certificate (selector 0) or key (1); undefined where it holds neither. */
function toKey(selector: string, data: string): KeyObject | undefined {
  const bytes = Buffer.from(data, 'hex')
  try {
    return selector === '0' ? new X509Certificate(bytes).publicKey : createPublicKey({ key: bytes, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

const toPublicKey = (raw: Buffer): Buffer => new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })

function toMatch(bytes: Buffer, matching: string | undefined): string | undefined {
  if (matching === '0') return bytes.toString('hex').toUpperCase()
  const algorithm = matching === '1' ? 'sha256' : matching === '2' ? 'sha512' : undefined
  return algorithm && createHash(algorithm).update(bytes).digest('hex').toUpperCase()
}
