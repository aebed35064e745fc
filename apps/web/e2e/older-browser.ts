import type { BrowserContext } from 'playwright-core'
import { OLDER_BROWSER } from '@octet/core/testing/older-browser.ts'

/** Pages and their workers have only what the oldest browsers have that are served. */
export async function makeOlder(context: BrowserContext): Promise<void> {
  await context.addInitScript(OLDER_BROWSER)
  await context.route(/\/assets\/[\w.-]*worker[\w.-]*\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: OLDER_BROWSER + (await answer.text()) })
  })
}
