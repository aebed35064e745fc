import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
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

/** What axe finds wrong on a page, one line each, and tables without a name. Evaluated by the debugger, so the page's policy stays as it is. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.locator(UNFINISHED).first().waitFor({ state: 'detached' })
  await page.evaluate(endTransitions)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
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
