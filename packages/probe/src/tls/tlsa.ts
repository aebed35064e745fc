import { createHash, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { readRdata, toRdataText } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import { toAsciiName } from '../guard/names.ts'

type Server = { readonly host: string; readonly port: number; readonly chain: readonly Buffer[] }
type Limits = { readonly signal: AbortSignal | undefined; readonly timeoutMs: number }

const MAX_RECORDS = 20

/** Whether the certificates fit the TLSA records of a server (DANE, RFC 6698 §2); nothing where it has none, or they could not be asked for. */
export async function checkTlsa({ host, port, chain }: Server, client: DnsClient, limits: Limits): Promise<Check[]> {
  if (isIP(host) !== 0) return []
  try {
    const name = `_${port}._tcp.${toAsciiName(host)}.`
    const answered = await client.ask({ name, type: TYPES.TLSA, isDnssecOk: true, flags: { ad: true }, ...limits })
    const { answers, flags } = refuseFailure(answered)
    const records = answers.filter(({ type }) => type === TYPES.TLSA).slice(0, MAX_RECORDS)
    if (records.length === 0) return []
    if (!flags.ad) return [UNSIGNED]
    const fitting = records.find(({ rdata }) => fits(rdata, chain))
    if (fitting) {
      const shown = toRdataText(TYPES.TLSA, fitting.rdata).slice(0, 20)
      return [
        toCheck(
          'dane',
          'good',
          `the certificate fits a TLSA record (DANE): ${shown}…`,
          `证书与 TLSA 记录相符（DANE）：${shown}…`,
        ),
      ]
    }
    return [
      toCheck(
        'dane',
        'bad',
        `none of ${records.length} TLSA records fits the certificates: who checks DANE does not connect`,
        `${records.length} 条 TLSA 记录均与证书不符：检查 DANE 的客户端会拒绝连接`,
      ),
    ]
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return []
  }
}

const UNSIGNED = toCheck(
  'dane',
  'notice',
  'TLSA records count only with DNSSEC, which our resolver has not confirmed',
  'TLSA 记录须有 DNSSEC 签名才有效，本站解析器未能确认',
)

/** Usages 1 and 3 speak of the server's own certificate, 0 and 2 of an authority above it (RFC 7218). */
function fits(rdata: Uint8Array, chain: readonly Buffer[]): boolean {
  const { usage, selector, matching, data } = readRdata(TYPES.TLSA, rdata) as Record<string, string | number>
  const meant = usage === 1 || usage === 3 ? chain.slice(0, 1) : usage === 0 || usage === 2 ? chain.slice(1) : []
  return meant.some((raw) => {
    const selected = selector === 0 ? raw : selector === 1 ? toPublicKey(raw) : undefined
    return selected !== undefined && toMatch(selected, matching) === data
  })
}

const toPublicKey = (raw: Buffer): Buffer => new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })

function toMatch(bytes: Buffer, matching: string | number | undefined): string | undefined {
  if (matching === 0) return bytes.toString('hex').toUpperCase()
  const algorithm = matching === 1 ? 'sha256' : matching === 2 ? 'sha512' : undefined
  return algorithm && createHash(algorithm).update(bytes).digest('hex').toUpperCase()
}
