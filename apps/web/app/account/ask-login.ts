import { readPageLang } from '../page-lang.ts'
import { showModal } from '../state/app-store.ts'
import { tabStorage } from '../state/kept-storage.ts'
import { toast } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'

const LOGGED_OUT = { en: 'You are logged out', zh: '您已退出登录' }
const DELETED = { en: 'Your account has been deleted', zh: '您的账户已注销' }

/** The server's word with a visitor it has sent home; the same name holds it in this tab. */
const NAME = 'wanted'
/** Of this tab, and not of the address: a link from elsewhere can tell nobody that the account is gone. */
const DELETED_NAME = 'deleted'

/** A path of this site: one slash, then no other one, which would name another host; nothing that is no path. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\w/.-]*$/.test(path)

/** Opens the login for a visitor who wanted a page and could not have it, and notes the page. */
export function askLogin(wanted: string): void {
  if (isOwnPath(wanted)) tabStorage.setItem(NAME, wanted)
  showModal('login')
}

/** Opens the login, once, for whoever the server has sent home from a page that needs one. */
export function askWhoWasSentHome(): void {
  const path = /(?:^|;\s*)wanted=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  document.cookie = `${NAME}=; path=/; max-age=0; samesite=lax`
  if (isOwnPath(path)) askLogin(path)
}

/** The page that was wanted before the login, forgotten with the asking. Empty without one. */
export function takeWanted(): string {
  const path = tabStorage.getItem(NAME) ?? ''
  tabStorage.removeItem(NAME)
  return isOwnPath(path) ? path : ''
}

/** Notes for the page that comes next that the account is deleted. */
export const noteDeleted = (): void => tabStorage.setItem(DELETED_NAME, '1')

/** Says that the log-out is done, on the page that it leads to, and whether the account has gone with it. */
export function tellLoggedOut(): void {
  const isDeleted = tabStorage.getItem(DELETED_NAME) !== null
  tabStorage.removeItem(DELETED_NAME)
  if (useUserStore.getState().token !== '') return
  toast.success((isDeleted ? DELETED : LOGGED_OUT)[readPageLang()])
}
