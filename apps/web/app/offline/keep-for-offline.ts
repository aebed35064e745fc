import { splitPath } from '../locale.ts'
import { toOwnScript } from '../worker/own-script.ts'
import { worksOffline } from './offline-paths.ts'

/** The service worker fetches some megabytes: not before the page is being used, or has been looked at for this long. */
const WAIT_MS = 10_000

/**
 * Keeps the tools that run in the browser for use without a network (Service Workers, W3C), once a visitor has come to one of
 * them. Pages that need the server anyway, and visitors who asked their browser to save data, are left alone.
 */
export function keepForOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || isSaving()) return
  if (!worksOffline(splitPath(location.pathname).path)) return
  const asked = new AbortController()
  const start = () => {
    if (asked.signal.aborted) return
    asked.abort()
    // A private window may refuse: then the site works as without it.
    navigator.serviceWorker.register(toOwnScript('/service-worker.js')).catch(() => {})
  }
  for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, start, { signal: asked.signal })
  setTimeout(start, WAIT_MS)
}

/** The reader's wish for less traffic (Save-Data, Network Information API), where the browser tells it. */
const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
