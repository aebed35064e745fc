import { askWhoWasSentHome, tellLoggedOut } from './account/ask-login.ts'
import { call, LOG_OUT_CODE } from './api/call.ts'
import { toolRows } from './catalogue.ts'
import { findModalsOff, useAppStore, type InitData } from './state/app-store.ts'
import { keepForOffline } from './offline/keep-for-offline.ts'
import { followTabs, hearTabs } from './state/follow-tabs.ts'
import { usePrefs } from './state/prefs-store.ts'
import { toast } from './state/toast-store.ts'
import { NOBODY, readTokenCookie, USER_STORE, useUserStore, type User } from './state/user-store.ts'

let isStarted = false

/** Once per page load: reads what the browser remembers, asks for the site's data, and for the user if there is a token (SPEC §4). */
export async function startSession(): Promise<void> {
  if (isStarted) return
  isStarted = true
  keepForOffline()
  await Promise.all([useUserStore.persist.rehydrate(), usePrefs.persist.rehydrate()])
  followTabs(usePrefs)
  hearTabs(USER_STORE, followUser)
  await Promise.all([loadInitData(), loadUser(readTokenCookie(document.cookie))])
  if (useUserStore.getState().token === '') askWhoWasSentHome()
  if (new URLSearchParams(location.search).has('signout')) tellLoggedOut()
}

/** Asks for the contacts, plans and switches of the site. */
export async function loadInitData(): Promise<void> {
  const { data } = await call<InitData>('web_init', {}, { isLazy: true })
  if (!data) return
  const { tools, modals, userData = {} } = data
  const toolsOff = tools ? toolRows.map(({ id }) => id).filter((id) => !tools.includes(id)) : []
  useAppStore.setState({ initData: data, userData, toolsOff, modalsOff: modals ? findModalsOff(modals) : [] })
}

/**
 * Whoever logs out or in on another tab does so here: an account that was left stays on no screen. The cookie tells, and not
 * what is stored, which a question about the user that failed empties, too.
 */
async function followUser(): Promise<void> {
  const token = readTokenCookie(document.cookie)
  if (token !== useUserStore.getState().token) await loadUser(token)
}

async function loadUser(token: string): Promise<void> {
  if (!token) {
    useUserStore.setState(NOBODY)
    return
  }
  useUserStore.setState({ token })
  const { isLate, data, error, msg } = await askUser()
  if (isLate) return
  // Else a log-in is asked for and nobody says why.
  if (error && error !== LOG_OUT_CODE) toast.warning(msg, true)
  takeUser(data?.user ?? null)
}

/** Asks again for the user who is logged in. A question that fails logs nobody out: what is on the page may be there only once. */
export async function refreshUserInfo(): Promise<void> {
  const { isLate, data } = await askUser()
  if (data && !isLate) takeUser(data.user)
}

/** What has just been changed on this page holds, whatever questions that were asked before are answered. */
export function noteUser(change: Partial<User>): void {
  told = ++asked
  const { user } = useUserStore.getState()
  if (user) useUserStore.setState({ user: { ...user, ...change } })
}

let asked = 0
let told = 0

/** Asks who is logged in. An answer is late that a later question has overtaken, or another log-in: it says what is no more. */
async function askUser() {
  const { token } = useUserStore.getState()
  const question = ++asked
  const answer = await call<{ user: User | null }>('user_info', {}, { isSilent: true })
  const isLate = question < told || useUserStore.getState().token !== token
  if (answer.data && !isLate) told = question
  return { ...answer, isLate }
}

/** Whom the token does not know any more is logged out here. */
function takeUser(user: User | null): void {
  useUserStore.setState(user ? { user, channel: user.channel, unread: user.unread } : NOBODY)
}
