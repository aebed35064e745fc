import type { Lang } from '@octet/core/text.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { storeStorage } from './kept-storage.ts'

/** The logged-in user as `POST /v1/user_info` describes them. */
export type User = {
  /** Name on show: the phone (SPEC §3), or the email address when there is none. */
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly channel: string
  readonly unread: number
  readonly role: 'user' | 'operator'
  readonly second_factor: boolean
  readonly mail_lang: Lang
}

export type UserState = {
  readonly user: User | null
  readonly token: string
  readonly channel: string
  readonly unread: number
  readonly auth: readonly unknown[]
}

export const NOBODY: UserState = { user: null, token: '', channel: '', unread: 0, auth: [] }

/** Where it is kept in local storage. */
export const USER_STORE = 'user'

/** Who is logged in, kept in local storage. It is read after the first paint, so that server and browser agree. */
export const useUserStore = create<UserState>()(
  persist(() => NOBODY, {
    name: USER_STORE,
    skipHydration: true,
    storage: storeStorage(),
    partialize: ({ user, token, channel, unread, auth }) => ({ user, token, channel, unread, auth }),
  }),
)

/**
 * Forgets the user here: token cookie, token and user. Where it is for a token that was refused, and somebody has logged in
 * anew meanwhile, as in another tab, that log-in stays. Gives whether somebody was logged in until now.
 */
export function logOutHere(refused?: string): boolean {
  const present = readTokenCookie(document.cookie)
  if (refused && present && present !== refused) {
    void useUserStore.persist.rehydrate() // what the other tab has written
    useUserStore.setState({ token: present })
    return false
  }
  const wasLoggedIn = useUserStore.getState().token !== ''
  document.cookie = 'token=; path=/; max-age=0; samesite=lax'
  useUserStore.setState(NOBODY)
  return wasLoggedIn
}

/** Value of the token cookie; empty without one. */
export function readTokenCookie(cookie: string): string {
  return /(?:^|;\s*)token=([^;]*)/.exec(cookie)?.[1] ?? ''
}
