import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The logged-in user as the server describes it; the name on show is the phone field (SPEC §3). */
export type User = Readonly<Record<string, unknown>>

export type UserState = {
  readonly user: User | null
  readonly token: string
  readonly channel: string
  readonly unread: number
  readonly auth: readonly unknown[]
}

const NOBODY: UserState = { user: null, token: '', channel: '', unread: 0, auth: [] }

/** Who is logged in, kept in local storage under `user`. It is read after the first paint, so that server and browser agree. */
export const useUserStore = create<UserState>()(
  persist(() => NOBODY, {
    name: 'user',
    skipHydration: true,
    partialize: ({ user, token, channel, unread, auth }) => ({ user, token, channel, unread, auth }),
  }),
)

/** Forgets the user here: token cookie, token and user. */
export function logOutHere(): void {
  document.cookie = 'token=; path=/; max-age=0; samesite=lax'
  useUserStore.setState({ user: null, token: '' })
}

/** Logs out and says so to whoever asked: the redirect carries the `signout` marker. */
export function logOut(): void {
  logOutHere()
  location.assign('/?signout=1')
}

/** Value of the token cookie; empty without one. */
export function readTokenCookie(cookie: string): string {
  return /(?:^|;\s*)token=([^;]*)/.exec(cookie)?.[1] ?? ''
}
