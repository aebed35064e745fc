import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Where a site of the tests has it, by its origin: from there a browser keeps it compiled, which takes a quarter as long. */
export const axeUrls = new Map<string, string>()
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Violations = readonly {
  readonly id: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}[]

/** A result that is being made anew: the new one is what counts. */
const UNFINISHED = '.is-running, .is-stale[aria-busy=true]'

/** A button that is just being enabled is pale for a moment. */
const endTransitions = () => document.getAnimations().forEach((it) => it instanceof CSSTransition && it.finish())

/** Tables that no list of tables can name. axe has no rule for them. */
const findNameless = () =>
  [...document.querySelectorAll('table')]
    .filter((table) => table.checkVisibility() && !table.ariaLabel && !table.caption && !table.hasAttribute('aria-labelledby'))
    .map((table) => `table without a name: ${table.className} ${table.textContent.slice(0, 40)}`)

async function bringAxe(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => 'axe' in window)
  if (await isThere()) return
  const url = axeUrls.get(new URL(page.url()).origin)
  if (url !== undefined) await page.evaluate((address) => import(address).catch(() => {}), url)
  if (url === undefined || !(await isThere())) await page.evaluate(await axeSource)
}

/** What axe finds wrong on a page, one line each, and tables without a name. The page's policy stays as it is. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.locator(UNFINISHED).first().waitFor({ state: 'detached' })
  await page.evaluate(endTransitions)
  await bringAxe(page)
  // What it finds right is not asked for: to name every such element and to hand it over takes longer than the rules.
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ['violations'] })
  const violations = await page.evaluate<Violations>(`axe.run(document, ${options}).then(({ violations }) => violations)`)
  const nameless = await page.evaluate(findNameless)
  const barriers = violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 4)
      .map(
        ({ target, failureSummary }) => `${id}: ${JSON.stringify(target)} ${failureSummary?.split('\n').at(-1)?.trim() ?? ''}`,
      ),
  )
  return [...barriers, ...nameless]
}
