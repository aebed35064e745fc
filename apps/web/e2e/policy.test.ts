import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
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
  await until(() => violations.length >= Object.keys(WAYS).length, 'the browser reports each of them')
  await close()
  violations.length = 0
})

test('what comes with the address runs nothing, in any place of a page', async () => {
  const markup = '"><img src=x onerror="document.title=1"><svg onload="document.title=1">'
  const asked = encodeURIComponent(markup)
  const { page, close } = await openPage('/')
  for (const path of [
    `/no/${asked}`,
    `/zh/no/${asked}`,
    `/ipdizhi?ip=${asked}`,
    `/format/json?indent=${asked}#${asked}`,
    `/code/base64#input=${asked}`,
    `/generate/qr?text=${asked}`,
    `/embed/json?theme=${asked}`,
    `/login?next=javascript:document.title=1&msg=${asked}`,
    `/confirm#token=${asked}`,
    `/asn/${asked}`,
  ]) {
    await page.goto(getSite().origin + path)
    await page.waitForSelector('html[data-ready]')
    assert.equal(await page.locator('img[src=x], svg[onload]').count(), 0, path)
    assert.notEqual(await page.title(), '1', path)
  }
  await close()
})
