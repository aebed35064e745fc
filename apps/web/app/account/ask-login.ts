import { showModal, useAppStore } from '../state/app-store.ts'

const COOKIE = 'wanted'

/** A path of this site: one slash, then no other one, which would name another host; nothing that is no path. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\w/.-]*$/.test(path)

/** Notes the page that a visitor wanted and could not have without a login, for two minutes. */
export function noteWanted(path: string): void {
  if (isOwnPath(path)) document.cookie = `${COOKIE}=${path}; path=/; max-age=120; samesite=lax`
}

/** The page that was wanted before the login; it is forgotten with the asking. Empty without one. */
export function takeWanted(): string {
  const path = readWanted()
  document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`
  return path
}

/** Opens the login for whoever was sent home from a page that needs one. */
export function askWhoWasSentHome(): void {
  if (readWanted() !== '' && !useAppStore.getState().modals.login) showModal('login')
}

function readWanted(): string {
  const path = /(?:^|;\s*)wanted=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  return isOwnPath(path) ? path : ''
}
