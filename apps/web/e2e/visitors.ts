import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { VISITOR } from './browser.ts'

export type Visitor = { readonly context: BrowserContext; readonly page: Page; close(): Promise<void> }

/** What all visitors of a file have one after the other; an empty page stays, so that the process for it does. */
type Shared = { readonly context: BrowserContext; readonly empty: Page; readonly devtools: CDPSession }

/**
 * Visitors whose browser knows nothing: one after the other in the same context, which is emptied of all that the one before
 * has left, since a new one takes half as long again; a new one where the one before has not gone.
 */
export class Visitors {
  readonly #browser: Browser
  readonly #origin: string
  #shared: Promise<Shared> | undefined
  #isTaken = false

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  async take(): Promise<Visitor> {
    if (this.#isTaken) {
      const context = await this.#browser.newContext(VISITOR)
      return { context, page: await context.newPage(), close: () => context.close() }
    }
    this.#isTaken = true
    const shared = await (this.#shared ??= this.#share())
    await this.#empty(shared)
    return {
      context: shared.context,
      page: await shared.context.newPage(),
      close: async () => {
        await closeOthers(shared)
        this.#isTaken = false
      },
    }
  }

  async #share(): Promise<Shared> {
    const context = await this.#browser.newContext(VISITOR)
    const empty = await context.newPage()
    return { context, empty, devtools: await context.newCDPSession(empty) }
  }

  /** Cookies, what pages keep, files, and what tests have told the context. */
  async #empty({ context, devtools }: Shared): Promise<void> {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' })
    await devtools.send('Network.clearBrowserCache')
    // What the process itself still has of files is gone with it.
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: false })
  }
}

async function closeOthers({ context, empty }: Shared): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== empty && page.close()))
}

/**
 * Lets a page leave nothing that it has kept, whatever it still keeps as it is left. False where it has been led to another
 * place, of which nobody can tell what it has kept.
 */
export async function leaveNothing(page: Page, origin: string): Promise<boolean> {
  if (page.url() === 'about:blank') return true
  if (!page.url().startsWith(origin)) return false
  await page.evaluate(() => {
    const empty = () => [localStorage, sessionStorage].forEach((kept) => kept.clear())
    // Added in the very moment, and so behind all that listen there.
    for (const type of ['pagehide', 'visibilitychange'])
      addEventListener(type, () => addEventListener(type, empty), { capture: true })
    empty()
  })
  return true
}
