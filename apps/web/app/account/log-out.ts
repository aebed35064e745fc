import { toHeaders } from '../api/call.ts'
import { readPageLang } from '../page-lang.ts'
import { logOutHere } from '../state/user-store.ts'
import { request } from './request.ts'

let hasLeft = false

/** Whether the page is about to be left since the user has logged out. */
export const isLeaving = (): boolean => hasLeft

/** Ends the session on the server and leaves. The user is logged out here even when the server does not answer. */
export async function logOut(): Promise<void> {
  hasLeft = true
  await fetch('/v1/account/log_out', {
    method: 'POST',
    headers: { ...toHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify({ everywhere: false }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined)
  leave()
}

/** Ends every session of the account and leaves; stays, and says why, when the others have not been ended. */
export async function logOutEverywhere(): Promise<void> {
  hasLeft = true
  const { failure } = await request('POST', 'account/log_out', { everywhere: true })
  if (!failure) return leave()
  hasLeft = false
}

/**
 * Forgets the user here and goes home in the language of the page, with the marker `signout` (SPEC §4), without the guard's
 * asking for a login on the way.
 */
export function leave(): void {
  hasLeft = true
  logOutHere()
  location.assign(`${readPageLang() === 'zh' ? '/zh' : '/'}?signout=1`)
}
