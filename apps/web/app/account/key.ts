/** A key as `GET /v1/keys` lists it. */
export type Key = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly scopes: readonly string[]
  readonly cidrs: readonly string[]
  readonly origins: readonly string[]
  readonly allow_query: boolean
  readonly cap_month: number | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly created_at: string
}

/** A key that was just made: its text is given this once. */
export type NewKey = { readonly id: string; readonly key: string }

export const SCOPES = ['geo', 'privacy', 'asn', 'download', 'usage'] as const
export type Scope = (typeof SCOPES)[number]

export type KeyState = 'live' | 'ending' | 'expired' | 'revoked'

/** Whether a key works, and for how long. */
export function toKeyState({ revoked_at: revokedAt, expires_at: expiresAt }: Key, now = Date.now()): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'live'
  return Date.parse(expiresAt) <= now ? 'expired' : 'ending'
}

/** Lines or comma-separated words as a list. */
export const toList = (text: string): string[] =>
  text
    .split(/[\s,，;；]+/)
    .map((word) => word.trim())
    .filter(Boolean)
