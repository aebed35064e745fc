import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DIST } from '../build/dist.ts'
import { FOR_TESTS, launchBrowser, VISITOR } from './browser.ts'
import { makeOlder } from './older-browser.ts'
import { hasAddressData, startRealApi, type RealApi } from './real-api.ts'
import { startTestSite, type TestSite } from './serve.ts'
import { leaveNothing, Visitors } from './visitors.ts'

const BUILT = join(DIST, 'server/csp.json')

/** A tool page with a result. The batch lookup runs by itself and shows its table. */
export const HAS_RESULT = '.tool[data-run=done], .batch-table'

/** A field for code, before and after its editor has taken its place: a slow page may have it when a test comes. */
export const CODE_FIELD = ':is(textarea, .cm-content)'

type UseOptions = {
  /** Calls go to the product's own server, where there is address data for it. */
  readonly isReal?: boolean
  /** Pages calculate much. */
  readonly isHeavy?: boolean
  /** Pages come over http and from another host than this machine, as the browser sees it: what it keeps for secure pages is not there. */
  readonly isPlain?: boolean
  /** Text size that the visitor has set in the browser. */
  readonly textPx?: number
}

const PLAIN_HOST = 'octet.test'

/** A running build and a browser for the tests of one file; both end with it. The file fails if a page or worker broke the policy. */
export function useSite({ isReal = false, isHeavy = false, isPlain = false, textPx }: UseOptions = {}) {
  const state: { api?: RealApi; site?: TestSite; browser?: Browser; visitors?: Visitors; visited?: OpenedPage } = {}
  before(async () => {
    if (!existsSync(BUILT)) await import('../build.ts')
    if (isReal && hasAddressData) state.api = await startRealApi()
    state.site = await startTestSite({ apiOrigin: state.api?.origin })
    const flags = [
      ...(isPlain ? [`--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`] : []),
      ...(textPx ? [`--blink-settings=defaultFontSize=${textPx}`] : []),
    ]
    state.browser = await launchBrowser(isHeavy ? flags : [...flags, ...FOR_TESTS])
    state.visitors = new Visitors(state.browser, toSeen(state.site))
  })
  after(async () => {
    await state.browser?.close()
    await state.site?.close()
    await state.api?.close()
    assert.deepEqual(state.site?.violations, [], 'nothing against the Content-Security-Policy or Trusted Types')
  })
  const all = new Set<OpenedPage>()
  afterEach(async (context) => {
    await tellPages(context as FailedTest, all)
    all.clear()
  })
  const toSeen = ({ origin }: TestSite) => (isPlain ? origin.replace('127.0.0.1', PLAIN_HOST) : origin)
  const getSite = (): TestSite => {
    if (!state.site) throw new Error('the site has not started')
    return state.site
  }
  return {
    getSite,
    /** A page of a visitor whose browser knows nothing, which stands nowhere yet where no path is given. */
    openPage: async (path?: string, options?: OpenOptions) => {
      const from = toSeen(getSite())
      const opened = options
        ? await makePage(state.browser as Browser, from, options)
        : watch(await (state.visitors as Visitors).take())
      all.add(opened)
      if (path !== undefined) await goTo(opened.page, from + path, options)
      return opened
    },
    /**
     * The page that the test before had, without what that one kept, told and answered: a visitor of its own takes twice as
     * long. For tests that give the browser itself nothing; it stands where it stood where no path is given.
     */
    visitPage: async (path?: string, { viewport = VISITOR.viewport, colorScheme = 'light' }: VisitOptions = {}) => {
      const { origin } = getSite()
      await state.visited?.page.unrouteAll({ behavior: 'ignoreErrors' })
      if (state.visited && !(await leaveNothing(state.visited.page, origin))) {
        await state.visited.close()
        delete state.visited
      }
      const visited = (state.visited ??= await makePage(state.browser as Browser, origin))
      const { page, problems } = visited
      all.add(visited)
      await page.context().clearCookies()
      await page.setViewportSize(viewport)
      await page.emulateMedia({ media: null, colorScheme })
      problems.length = 0
      if (path !== undefined) await goTo(page, origin + path)
      return visited
    },
  }
}

type VisitOptions = {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
}

type OpenOptions = BrowserContextOptions & {
  /** The browser lacks what the oldest ones that are served lack. */
  readonly isOlder?: boolean
}

/** What Node gives of a test that has ended; its types do not know yet. */
type FailedTest = TestContext & { readonly error?: Error }

/** Says of a test that has failed what its pages showed and complained about: often that is the reason. */
async function tellPages({ error }: FailedTest, opened: ReadonlySet<OpenedPage>): Promise<void> {
  const cause = error?.cause ?? error
  if (!(cause instanceof Error)) return
  for (const { page, problems } of opened) {
    if (page.isClosed()) continue
    const text = await page
      .evaluate(() => (document.querySelector('main') ?? document.body).innerText.slice(0, 300))
      .catch(String)
    cause.stack += `\n    ${page.url()} showed: ${text.replaceAll(/\s+/g, ' ')}\n    and complained: ${problems.join('; ') || 'of nothing'}`
  }
}

export type OpenedPage = { readonly page: Page; readonly problems: string[]; close(): Promise<void> }

/** Without a service worker, unless asked for. */
async function makePage(
  browser: Browser,
  origin: string,
  { isOlder = false, ...options }: OpenOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ ...VISITOR, ...options })
  if (isOlder) await makeOlder(context, origin)
  return watch({ page: await context.newPage(), close: () => context.close() })
}

/** What the console of a page complains about from now on is collected. */
function watch({ page, close }: Omit<OpenedPage, 'problems'>): OpenedPage {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems, close }
}

/** Goes to a page and waits until it listens. */
async function goTo(page: Page, url: string, { javaScriptEnabled = true }: OpenOptions = {}): Promise<void> {
  await page.goto(url)
  if (javaScriptEnabled) await page.waitForSelector('html[data-ready]')
}
