import { isIP } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import { toShownText } from '../dns/character-string.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { readRdata } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import { toAsciiName } from '../guard/names.ts'

type Limits = { readonly signal: AbortSignal | undefined; readonly timeoutMs: number }

const MAX_LEVELS = 8
const MAX_SHOWN = 5

/**
 * Which authorities may issue for a name: the CAA records of the nearest name above it that has any (RFC 8659 §3). Nothing of an
 * address, or where they could not be asked for.
 */
export async function checkCaa(host: string, client: DnsClient, limits: Limits): Promise<Check[]> {
  if (isIP(host) !== 0) return []
  const labels = toAsciiName(host).split('.')
  try {
    for (const from of labels.slice(0, MAX_LEVELS).keys()) {
      const name = labels.slice(from).join('.')
      const { answers } = refuseFailure(await client.ask({ name: `${name}.`, type: TYPES.CAA, ...limits }))
      const records = answers.filter(({ type }) => type === TYPES.CAA).map(({ type, rdata }) => readRdata(type, rdata)!)
      if (records.length > 0) return [toFound(name, records)]
    }
    return [NONE]
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return []
  }
}

const NONE = toCheck(
  'caa',
  'notice',
  'no CAA record: every public authority may issue a certificate for this name',
  '没有 CAA 记录：任何公共 CA 都可为此域名签发证书',
)

/** A record whose value names nobody (`;`) forbids. Without any `issue` nothing is limited. */
function toFound(name: string, records: readonly Readonly<Record<string, unknown>>[]): Check {
  const issuers = records
    .filter(({ tag }) => String(tag).toLowerCase() === 'issue')
    .map(({ value }) => toIssuer(toShownText(String(value))))
  const named = [...new Set(issuers.filter(Boolean))].slice(0, MAX_SHOWN).join(', ')
  if (issuers.length === 0)
    return toCheck(
      'caa',
      'notice',
      `CAA at ${name} limits no authority (no “issue”)`,
      `${name} 的 CAA 记录未限制签发机构（缺少 issue）`,
    )
  return named
    ? toCheck('caa', 'good', `only these may issue (CAA at ${name}): ${named}`, `仅允许以下机构签发（${name} 的 CAA）：${named}`)
    : toCheck('caa', 'good', `CAA at ${name} lets nobody issue`, `${name} 的 CAA 禁止任何机构签发`)
}

/** `letsencrypt.org; validationmethods=dns-01` → the authority. */
const toIssuer = (value: string): string => value.split(';')[0]!.trim().slice(0, 100)
