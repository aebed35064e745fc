import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { FOR_TESTS, launchBrowser } from './browser.ts'
import { findTransport } from './send-once.ts'

const DOCUMENT = 'data:text/html,<p>one</p><iframe srcdoc="<p>two</p>"></iframe>'
/** The program of Playwright is longer, whatever has been done with it; nothing else is. */
const LONG = 100_000

let browser: Browser
/** How many long messages the browser was sent. */
let long = 0
before(async () => {
  browser = await launchBrowser([...FOR_TESTS, '--enable-automation']) // else it does not say how it was started
  const pipe = findTransport(browser)?._pipeWrite ?? assert.fail('Playwright has no pipe to the browser')
  const write = pipe.write.bind(pipe) as (text: string) => boolean
  pipe.write = (text: string) => {
    if (text.length > LONG) long++
    return write(text)
  }
})
after(() => browser.close())

async function countLong(act: () => Promise<void>): Promise<number> {
  const start = long
  await act()
  return long - start
}

test('a page is sent the program that finds elements once, for all of its documents', async () => {
  const context = await browser.newContext()
  const first = await context.newPage()
  const look = async (page: typeof first) => {
    await page.goto(DOCUMENT)
    assert.equal(await page.locator('p').textContent(), 'one')
    assert.equal(await page.frameLocator('iframe').locator('p').textContent(), 'two')
  }
  await look(first)
  assert.equal(await countLong(() => look(first)), 0, 'the page that was the first')
  let second = first
  assert.equal(await countLong(async () => void (second = await context.newPage())), 1, 'a new page')
  assert.equal(await countLong(() => look(second)), 0, 'its first document')
  assert.equal(await countLong(() => look(second)), 0, 'its second document')
  await context.close()
})

test('the browser leaves off all that Playwright has it leave off', async () => {
  const devtools = await browser.newBrowserCDPSession()
  const { arguments: words } = await devtools.send('Browser.getBrowserCommandLine')
  const [theirs = [], ours = [], ...more] = words
    .filter((word) => word.startsWith('--disable-features='))
    .map((word) => word.slice(word.indexOf('=') + 1).split(','))
  assert.deepEqual(more, [])
  assert.ok(theirs.length > 5 && ours.length > theirs.length)
  assert.deepEqual(
    theirs.filter((name) => !ours.includes(name)),
    [],
  )
})

test('scripts of a page see nothing of the program', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(DOCUMENT)
  await page.locator('p').click()
  assert.deepEqual(
    await page.evaluate(() => Object.getOwnPropertyNames(globalThis).filter((name) => /octet|playwright/i.test(name))),
    [],
  )
  assert.equal(await page.locator('p').evaluate((element) => element.ownerDocument.defaultView === globalThis), true)
  await context.close()
})
