import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { loadTools } from '@octet/tools/registry.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { hasAddressData } from './real-api.ts'
import { HAS_RESULT, useSite, type OpenedPage } from './site.ts'

/** Every tool of the catalogue in both languages, through its page, against the product's own server. */
const tools = await loadTools()
const { openPage, getSite } = useSite({ isReal: true })

/** A narrow phone: nothing may need scrolling sideways. Wide pages are looked at by the other tests. */
const PHONE = { width: 320, height: 640 }

/** One page per language, for all routes: a new one for each would take three times as long. The Chinese one is of an older browser. */
const opened: { en?: OpenedPage; zh?: OpenedPage } = {}

for (const tool of tools)
  test(`${tool.route} opens in both languages, runs its example and fits a phone`, async () => {
    await Promise.all((['en', 'zh'] as const).map((lang) => visit(tool, lang)))
  })

async function visit(tool: AnyTool, lang: 'en' | 'zh'): Promise<void> {
  const { page, problems } = (opened[lang] ??= await openPage('/', { viewport: PHONE, isOlder: lang === 'zh' }))
  problems.length = 0
  const answer = await page.goto(`${getSite().origin}${lang === 'zh' ? '/zh' : ''}${tool.route}`)
  assert.equal(answer?.status(), 200)
  await page.waitForSelector('html[data-ready]')
  assert.equal(await page.getAttribute('html', 'lang'), lang === 'zh' ? 'zh-CN' : 'en')
  assert.ok((await page.textContent('h1'))?.includes(tool.title[lang]))
  if (canRun(tool)) await runExample(page, tool)
  assert.deepEqual(problems, [], 'nothing on the console, no error, the markup of server and browser the same')
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.ok((wide ?? 0) <= (seen ?? 0), `at 320 px: ${wide} px wide`)
}

/** What asks other servers is not run: tests send nothing beyond loopback. */
const canRun = ({ needs = [] }: AnyTool): boolean =>
  needs.length === 0 || (hasAddressData && needs.every((need) => need === 'ip'))

/** A tool without fields has no examples, only its button. */
async function runExample(page: Page, { id }: AnyTool): Promise<void> {
  await page
    .locator(id === 'my-ip' ? '.main-row button' : '.examples button')
    .first()
    .click()
  await page
    .locator(HAS_RESULT)
    .first()
    .waitFor()
    .catch(async () => assert.fail(`no result: ${(await page.locator('.status').allTextContents()).join()}`))
}
