import './style/index.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startBuildWatch } from './build-watch.ts'
import { followFocus, followHead } from './follow-page.ts'
import { noteEarlyInput } from './early-input.ts'
import { readPageLang } from './page-lang.ts'
import { EMPTY_CONTEXT, type PageContext } from './page-context.ts'
import { createSiteRouter } from './router.tsx'
import { useUserStore } from './state/user-store.ts'

const page: PageContext = {
  ...EMPTY_CONTEXT,
  ...JSON.parse(document.getElementById('page-context')?.textContent ?? '{}'),
  brand: document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '',
}
const router = createSiteRouter({
  readLang: readPageLang,
  isLoggedIn: () => page.loggedIn || useUserStore.getState().token !== '',
})
// The markup comes from the server, so the router must not draw its loading boundaries around it.
router.ssr = { manifest: undefined }

void start()

/** Not awaited at the top of the module: the pages import from the chunk this stands in. */
async function start(): Promise<void> {
  startBuildWatch(router)
  await router.load()
  const writeHead = followHead(router, page.brand)
  followFocus(router)
  const root = document.getElementById('root') as HTMLElement
  const app = (
    <StrictMode>
      <Site />
    </StrictMode>
  )
  if (root.hasChildNodes()) {
    noteEarlyInput()
    return void hydrateRoot(root, app)
  }
  // Off line the page comes empty, and with the title of none.
  writeHead()
  createRoot(root).render(app)
}

/** In the language of the address, which may become another in place: what was typed stays. */
function Site() {
  const lang = useSyncExternalStore(router.history.subscribe, readPageLang, readPageLang)
  return (
    <App lang={lang} page={page}>
      <RouterProvider router={router} />
    </App>
  )
}
