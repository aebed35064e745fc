import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { readDashboard } from '../../domain/usage/read-dashboard.ts'
import type { Call, Reply } from '../personality.ts'

const DAY_MS = 86_400_000

/** What `/me` says of a token. The month shown never passes the limit: the official command line breaks when it does. */
export async function readQuota({ services, key, query, headers }: Call): Promise<object> {
  const end = new Date()
  const start = new Date(end.getTime() - DAY_MS)
  const { storage, plans } = services
  const { month, statistics } = await readDashboard(storage, { accountId: key!.accountId, plans, start, end, step: 'hour' })
  const limit = Math.max(1, month?.quota ?? 1)
  const used = Math.min(month?.used ?? 0, limit)
  const day = Math.min(
    used,
    statistics.filter(({ status }) => status < 400).reduce((sum, { requests }) => sum + requests, 0),
  )
  const feature = { daily: day, monthly: used }
  return {
    token: toShownToken(query['token'] ?? headers.authorization ?? ''),
    requests: { day, month: used, limit, remaining: limit - used },
    features: { core: feature, asn: feature, basic_asn: feature, privacy: feature, company: feature },
  }
}

/** A token that cannot be used: 400 here, with the token, as the official command line reads it. */
export function refuseToken(error: AppError, token: string): Reply {
  return { status: 400, body: { error: toErrorMessage(error, 'en'), token: toShownToken(token) } }
}

/** Enough to know the key by, and no more. */
function toShownToken(text: string): string {
  const token = text.replace(/^\w+\s+/, '')
  return token.length > 13 ? `${token.slice(0, 13)}…` : ''
}
