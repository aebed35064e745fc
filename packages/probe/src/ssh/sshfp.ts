import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { toRdataText } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import { toAsciiName } from '../guard/names.ts'
import { toSshfpNumber, type HostKey } from './host-key.ts'

const SHA1 = 1
const SHA256 = 2
const HASHES: Readonly<Record<number, string>> = { [SHA1]: 'sha1', [SHA256]: 'sha256' }
const MAX_RECORDS = 20

const digest = (blob: Uint8Array, hash: number): string => createHash(HASHES[hash]!).update(blob).digest('hex')

/** Records for host keys (RFC 4255 §3, RFC 6594), ready for a zone. */
export function toSshfpRecords(host: string, keys: readonly HostKey[]): string[] {
  if (isIP(host) !== 0) return []
  return keys.flatMap(({ type, blob }) => {
    const number = toSshfpNumber(type)
    return number === undefined ? [] : [`${toAsciiName(host)}. IN SSHFP ${number} ${SHA256} ${digest(blob, SHA256)}`]
  })
}

/** Whether the host keys fit the SSHFP records of a name; nothing where it has none, or they could not be asked for. */
export async function checkSshfp(
  host: string,
  keys: readonly HostKey[],
  client: DnsClient,
  limits: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Check[]> {
  if (isIP(host) !== 0 || keys.length === 0) return []
  try {
    const name = `${toAsciiName(host)}.`
    const answered = await client.ask({ name, type: TYPES.SSHFP, isDnssecOk: true, flags: { ad: true }, ...limits })
    const { answers, flags } = refuseFailure(answered)
    const records = answers.filter(({ type }) => type === TYPES.SSHFP).slice(0, MAX_RECORDS)
    if (records.length === 0) return []
    const said = records.map(({ type, rdata }) => toRdataText(type, rdata).toLowerCase())
    return judge(said, keys, flags.ad)
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return []
  }
}

function judge(said: readonly string[], keys: readonly HostKey[], isSigned: boolean): Check[] {
  const records = said.flatMap((text) => {
    const [number, hash, ...hex] = text.split(/\s+/)
    return HASHES[Number(hash)] ? [{ number: Number(number), hash: Number(hash), hex: hex.join('') }] : []
  })
  const isOf =
    ({ type }: HostKey) =>
    (record: (typeof records)[number]) =>
      record.number === toSshfpNumber(type)
  const named = keys.filter((key) => records.some(isOf(key)))
  const wrong = named.filter((key) => !records.filter(isOf(key)).some(({ hash, hex }) => digest(key.blob, hash) === hex))
  if (named.length === 0) return []
  const types = wrong.map(({ type }) => type)
  if (wrong.length > 0)
    return [
      toCheck(
        'sshfp',
        'bad',
        `SSHFP records do not fit the host key: ${types.join(', ')}`,
        `SSHFP 记录与主机密钥不符：${types.join('、')}`,
      ),
    ]
  return isSigned
    ? [
        toCheck(
          'sshfp',
          'good',
          'the host keys match SSHFP records signed by DNSSEC',
          '主机密钥与经 DNSSEC 签名的 SSHFP 记录相符',
        ),
      ]
    : [
        toCheck(
          'sshfp',
          'notice',
          'SSHFP records match, but DNSSEC does not protect them: SSH will ask all the same',
          'SSHFP 记录相符，但未受 DNSSEC 保护，SSH 仍会询问',
        ),
      ]
}
