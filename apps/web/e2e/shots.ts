import { mkdir } from 'node:fs/promises'
import { launchBrowser } from './browser.ts'
import { startTestSite } from './serve.ts'

/** Pictures of pages for looking at: `node apps/web/e2e/shots.ts FOLDER PATH…`, at 1440 and 390 px, the first light and dark. */
const [folder = 'var/shots', ...paths] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const site = await startTestSite()
const browser = await launchBrowser()
for (const path of paths.length > 0 ? paths : ['/', '/zh', '/convert/daxiaoxie'])
  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
    page.on('console', (message) => message.type() === 'error' && console.log(path, message.text()))
    page.on('pageerror', (error) => console.log(path, error.message))
    await page.goto(site.origin + path)
    await page.waitForSelector('html[data-ready]', { timeout: 10_000 }).catch(() => console.log(path, 'not ready'))
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `${folder}/${path.replaceAll(/\W+/g, '_')}-${width}-${scheme}.png` })
    await page.close()
  }
await browser.close()
await site.close()
