import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './site.ts'

const { openPage, getSite } = useSite()

/** What code that came in from outside would try first. */
const WAYS: Readonly<Record<string, string>> = {
  'markup from a text': "document.body.innerHTML = '<p>x</p>'",
  'code from a text': "Function('return 1')",
  'a worker from a text': "new Worker('/assets/tool-worker.js')",
  'a script from a text': "document.createElement('script').src = '/embed.js'",
  'a frame from a text': "document.createElement('iframe').srcdoc = '<script>1</script>'",
  'a policy of its own': "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
  'the policy of the site once more': "trustedTypes.createPolicy('octet', { createScriptURL: (text) => text })",
}

test('a text becomes neither markup nor code, even for a script that runs already', async (context) => {
  const { page, close } = await openPage('/format/json')
  // The site's own policy comes with its worker.
  await page.locator('.examples button').first().click()
  await page.waitForSelector('.tool[data-run=done]')
  for (const [name, way] of Object.entries(WAYS))
    await context.test(name, async () => {
      // Later, since the browser lets through what the test itself evaluates.
      const outcome = await page.evaluate(
        `new Promise((resolve) => setTimeout(() => { try { ${way}; resolve('done') } catch (error) { resolve(error.name) } }))`,
      )
      assert.match(String(outcome), /^(TypeError|EvalError)$/)
    })
  const { violations } = getSite()
  while (violations.length < Object.keys(WAYS).length) await page.waitForTimeout(50)
  await close()
  violations.length = 0
})
