import { toFallback, toHandling, toShellPath, type OfflineBuild } from './answer-page.ts'
import { keepShared } from './shared.ts'

/** Put in by the build. */
declare const OFFLINE_BUILD: OfflineBuild

/** The part of a service worker's events (W3C Service Workers §4.4) that is used here. */
type LongEvent = Event & { waitUntil(work: Promise<unknown>): void }
type AskEvent = LongEvent & {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
type Scope = {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listen: (event: LongEvent) => void): void
  addEventListener(name: 'fetch', listen: (event: AskEvent) => void): void
}

const scope = globalThis as unknown as Scope
const NAME = 'octet'
/** Files of the build before, for pages of it that are still open. */
const LAST = 'octet-last'
const AT_ONCE = 6
const built = OFFLINE_BUILD
const paths = new Set(built.paths)
const shells = [toShellPath('en'), toShellPath('zh')]
const wanted = new Set([...built.assets, ...shells])

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const handling = toHandling(event.request, scope.location.origin)
  if (handling === 'file') event.respondWith(answerFile(event.request))
  else if (handling === 'page') event.respondWith(answerPage(event.request))
  else if (handling === 'share') event.respondWith(answerShare(event.request))
})

/** Fetches what is not kept yet. The empty pages come last, since they name the files. */
async function install(): Promise<void> {
  const cache = await caches.open(NAME)
  const rest = built.assets.values()
  const work = async () => {
    for (const path of rest) if (!(await cache.match(path, { ignoreVary: true }))) await cache.add(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await cache.addAll(shells.map((path) => new Request(path, { cache: 'no-cache' })))
  await scope.skipWaiting()
}

/** Puts aside what this build has no use for, forgets what the last one had none for, and takes over the open pages. */
async function activate(): Promise<void> {
  const cache = await caches.open(NAME)
  const rest = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname))
  if (rest.length > 0) await caches.delete(LAST)
  const last = await caches.open(LAST)
  for (const request of rest) {
    const file = await cache.match(request)
    if (file) await last.put(request, file)
    await cache.delete(request)
  }
  // Firefox 153 shows its own error in place of the answer when a preload fails, and registrations of earlier builds have it on.
  await scope.registration.navigationPreload?.disable()
  await scope.clients.claim()
}

/** A name with a hash has one content for ever: what is kept is right. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Pages come from the server; only when it cannot be reached are they drawn here. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const fallback = toFallback(new URL(request.url), paths)
    if ('redirect' in fallback) return Response.redirect(fallback.redirect, 302)
    const cache = await caches.open(NAME)
    const shell = await cache.match(fallback.shell, { ignoreVary: true })
    if (shell) return shell
    throw error
  }
}

/** What another program shares goes no further than to the first page, which looks for it. */
async function answerShare(request: Request): Promise<Response> {
  await keepShared(await request.formData())
  return Response.redirect('/', 303)
}
