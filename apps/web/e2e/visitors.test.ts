import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { useSite } from './site.ts'

const { openPage, visitPage, getSite } = useSite()

const PATH = '/no/such/page'

const readKept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage).filter((key) => key.startsWith('left')),
    session: Object.keys(sessionStorage).filter((key) => key.startsWith('left')),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }))
const NOTHING = { local: [], session: [], cookies: '', databases: 0, caches: 0 }

/** In a page: keeps something now, and again in each moment of being left. */
function keepOnLeaving(): void {
  const keep = (when: string) => [localStorage, sessionStorage].forEach((kept) => kept.setItem(`left ${when}`, when))
  keep('now')
  addEventListener('beforeunload', () => keep('beforeunload'))
  addEventListener('pagehide', () => keep('pagehide'))
  document.addEventListener('visibilitychange', () => keep('visibilitychange'))
}

test('what a page keeps as it is left does not reach the next visit', async () => {
  const { page } = await visitPage(PATH)
  await page.evaluate(keepOnLeaving)
  await page.evaluate(() => void (document.cookie = 'left=1'))
  await visitPage(PATH)
  assert.deepEqual(await readKept(page), NOTHING)
})

test('who has been led to another place is followed by a visitor of its own', async () => {
  const { page } = await visitPage(PATH)
  await page.evaluate(keepOnLeaving)
  await page.goto('data:text/html,elsewhere')
  const next = await visitPage(PATH)
  assert.deepEqual(await readKept(next.page), NOTHING)
})

test('a visitor finds nothing of the one before: nothing kept, no file, no permission, no answer of a test', async () => {
  const loads: string[] = []
  const open = async () => {
    const opened = await openPage()
    const { origin } = getSite()
    await opened.page.goto(origin + PATH)
    await opened.page.waitForSelector('html[data-ready]')
    // Bytes that came over the line: none for what the browser has.
    loads.push(
      await opened.page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => (entry as PerformanceResourceTiming).transferSize === 0 && entry.name.includes('/assets/'))
          .map(({ name }) => name)
          .join(' '),
      ),
    )
    return opened
  }
  const first = await open()
  await first.page.evaluate(keepOnLeaving)
  await first.page.evaluate(async () => {
    document.cookie = 'left=1'
    await caches.open('left')
    await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve))
  })
  await first.page.context().grantPermissions(['clipboard-read'])
  await first.page.context().route(/left-behind/, (route) => route.fulfill({ status: 418 }))
  await first.page.context().newPage()
  await first.page.context().setOffline(true)
  await first.close()

  const second = await open()
  assert.equal(second.page.context(), first.page.context(), 'it is the same context')
  assert.deepEqual(await readKept(second.page), NOTHING)
  assert.deepEqual(loads, ['', ''])
  const state = () => navigator.permissions.query({ name: 'clipboard-read' as PermissionName }).then((found) => found.state)
  assert.notEqual(await second.page.evaluate(state), 'granted')
  assert.equal(await second.page.evaluate(() => fetch('/left-behind').then(({ status }) => status)), 404)

  const beside = await open()
  assert.notEqual(beside.page.context(), second.page.context(), 'two at once have nothing in common')
  await beside.close()
  await second.close()
})
