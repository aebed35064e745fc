import type { NewSession } from '../domain/account/sessions.ts'

/** The script-readable half (SPEC §3) and the half that scripts cannot read. */
const TOKEN = 'token'
const SECRET = 'sid'

/** Value of a cookie in a Cookie header (RFC 6265 §4.2); the first one when it comes twice. */
export function findCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** Both halves of a session that a request's cookies hold. */
export function readSessionCookies(header: string | undefined, publicOrigin: string): { token?: string; secret?: string } {
  const token = findCookie(header, TOKEN)
  const secret = findCookie(header, toSecretName(publicOrigin))
  return { ...(token && { token }), ...(secret && { secret }) }
}

/** Set-Cookie lines of a new session. */
export function toSessionCookies({ token, cookie, seconds }: NewSession, publicOrigin: string): string[] {
  const rest = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(publicOrigin) ? '; Secure' : ''}`
  const lines = [`${TOKEN}=${token}; ${rest}`]
  return cookie === undefined ? lines : [...lines, `${toSecretName(publicOrigin)}=${cookie}; ${rest}; HttpOnly`]
}

/** Set-Cookie lines that take both halves away. */
export function toEndedCookies(publicOrigin: string): string[] {
  const rest = `Path=/; Max-Age=0; SameSite=Lax${isSecure(publicOrigin) ? '; Secure' : ''}`
  return [`${TOKEN}=; ${rest}`, `${toSecretName(publicOrigin)}=; ${rest}; HttpOnly`]
}

/** Browsers take the prefix `__Host-` over https only. */
function toSecretName(publicOrigin: string): string {
  return isSecure(publicOrigin) ? `__Host-${SECRET}` : SECRET
}

/** Whether browsers reach the site over https, where cookies must not leave it. */
export function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https:')
}
