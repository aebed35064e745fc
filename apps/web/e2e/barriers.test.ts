import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadTools } from '@octet/tools/registry.ts'
import { DIST } from '../build/dist.ts'
import { findBarriers } from './axe.ts'
import { HAS_RESULT, useSite, type OpenedPage } from './site.ts'

const tools = await loadTools()
const { openPage, visitPage, getSite } = useSite()

/** Tools that between them draw every kind of field and result. */
const TOOLS = ['json', 'base64', 'ip', 'ip-map', 'hash', 'network', 'pinyin', 'regex', 'qr', 'colour', 'symbols'] as const
const WIDE = { width: 1280, height: 900 }
/** Nothing may need scrolling sideways at this width (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 700 }

const routeOf = (id: string) => tools.find((tool) => tool.id === id)?.route ?? assert.fail(`no tool “${id}”`)

/** Pages that are no tool, as the build lists them. */
function listPages(): string[] {
  const { paths }: { paths: string[] } = JSON.parse(readFileSync(join(DIST, 'server/sitemap.json'), 'utf8'))
  const routes = new Set<string>(tools.map(({ route }) => route))
  return paths.filter((path) => !routes.has(path))
}

test('the barrier check sees a barrier', async () => {
  const { page } = await visitPage('/')
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  assert.match((await findBarriers(page)).join('\n'), /^image-alt/m)
})

test('no page has a barrier, light in one language and dark in the other', async (context) => {
  for (const path of [...listPages(), '/embed/json', '/no/such/page', '/offline', '/account'])
    await context.test(path, () => check(path, async () => undefined))
})

test('no tool with a result has a barrier', async (context) => {
  for (const id of TOOLS)
    await context.test(id, () =>
      check(routeOf(id), async (page) => {
        await page.locator('.examples button').first().click()
        await page.locator(HAS_RESULT).first().waitFor()
      }),
    )
})

type Page = OpenedPage['page']

/** One page for each language and colours, logged in, for all addresses: a new one for each takes several times as long. */
const opened: { en?: OpenedPage; zh?: OpenedPage } = {}

async function check(path: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  await Promise.all((['en', 'zh'] as const).map((lang) => checkIn(lang, path, prepare)))
}

async function checkIn(lang: 'en' | 'zh', path: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  const prefix = lang === 'zh' ? '/zh' : ''
  const address = prefix && path === '/' ? prefix : prefix + path
  const { page } = (opened[lang] ??= await openPage('/no/such/page'))
  await page.setViewportSize(WIDE)
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  await page.goto(getSite().origin + address)
  await page.waitForSelector('html[data-ready]')
  await prepare(page)
  await page.evaluate(() => scrollTo(0, 0)) // under the bar that stays, a target counts as covered
  await page.emulateMedia({ colorScheme: lang === 'zh' ? 'dark' : 'light' })
  assert.deepEqual(await findBarriers(page), [], address)
  await page.setViewportSize(NARROW)
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${address} is wider than ${NARROW.width} px`,
  )
}
