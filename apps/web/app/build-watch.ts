import { tabStorage } from './state/kept-storage.ts'
import { hideToast, toast } from './state/toast-store.ts'
import { siteText } from './text/site.ts'
import { splitPath } from './locale.ts'
import { mayReload } from './reload-guard.ts'
import { keepDraft, keepHandedOver } from './tool/draft.ts'
import type { SiteRouter } from './router.tsx'

/** How often the latest build is asked for. */
const POLL_MS = 5 * 60_000
/** So soon after a move away began, a chunk that does not arrive was broken off by it. */
const LEAVING_MS = 5_000

/** Rules of the routes of one build, as the build wrote them. */
export type BuildMeta = {
  readonly id: string
  readonly routes: Readonly<Record<string, { readonly layout: string; readonly middleware: readonly string[] }>>
}

let meta: BuildMeta | undefined
let isOutdated = false

/** Metadata of the build on the server, once fetched. */
export const readBuildMeta = (): BuildMeta | undefined => meta

/**
 * Asks for the latest build from time to time. When there is a newer one, the next move to another page loads it whole,
 * and a chunk that cannot be had reloads the wanted path, once per path in 10 s and for each build.
 */
export function startBuildWatch(router: SiteRouter): void {
  let wanted = location.href
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    wanted = toLocation.publicHref
    if (!isOutdated || !pathChanged) return
    keepHandedOver()
    location.assign(wanted)
  })
  let leftMs = -Infinity
  window.addEventListener('beforeunload', () => (leftMs = Date.now()))
  window.addEventListener('vite:preloadError', (event) => {
    // Firefox breaks off what is loading when a page is left: to load the page anew would keep the visitor here.
    const isLeaving = Date.now() - leftMs < LEAVING_MS
    if (isLeaving || sayCutOff(wanted) || reloadOnce(wanted)) event.preventDefault()
  })
  if (import.meta.env.DEV) return
  void poll()
  setInterval(poll, POLL_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void poll())
}

/**
 * Off line, where nothing kept the page either, loading it anew would only lose it: what is on show stays. So it does where the
 * page is kept, and the code is not of one that is wanted: as when a pointer rests on a link to a page that needs the server.
 */
function sayCutOff(wanted: string): boolean {
  const isHere = new URL(wanted, location.href).pathname === location.pathname
  const isCutOff = !navigator.onLine && (isHere || !navigator.serviceWorker?.controller)
  if (isCutOff) sayMissing()
  return isCutOff
}

let said = 0

/** Once, though Vite tells of each file that a chunk wants. */
function sayMissing(): void {
  hideToast(said)
  said = toast.error(siteText.chunkFailed[splitPath(location.pathname).lang])
}

/**
 * Gives false, with a message, when this path was reloaded a moment ago or by this build. The address of the file that this
 * stands in carries a hash, in which the names of all other files of the build are.
 */
function reloadOnce(href: string): boolean {
  const { pathname } = new URL(href, location.href)
  const may = mayReload({ path: pathname, build: import.meta.url, storage: tabStorage, nowMs: Date.now() })
  if (may) {
    if (pathname === location.pathname) keepDraft()
    else keepHandedOver()
    location.assign(href)
  } else sayMissing()
  return may
}

async function poll(): Promise<void> {
  try {
    const latest: { id: string } = await fetchJson('/_build/latest.json')
    if (latest.id === meta?.id) return
    const next: BuildMeta = await fetchJson(`/_build/meta/${latest.id}.json`)
    isOutdated = meta !== undefined
    meta = next
  } catch {
    // Off line or the server restarts: the next round asks again.
  }
}

async function fetchJson<T>(path: string): Promise<T> {
  const answer = await fetch(path, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}
