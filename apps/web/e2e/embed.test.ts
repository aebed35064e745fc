import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { openPage, getSite } = useSite()

/** A page of somebody else: another origin, with a policy that allows the widget's origin and no inline code. */
async function servePage(html: string): Promise<{ server: Server; url: string }> {
  const { origin } = getSite()
  const policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}`
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref() // a test that fails does not come to closing it
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('expected a port')
  return { server, url: `http://localhost:${address.port}/` }
}

test('one line puts the tool into another site, and its frame grows with the content', async () => {
  const line = `<script src="${getSite().origin}/embed.js" data-tool="case" data-theme="dark" data-query="to=snake" async></script>`
  const { server, url } = await servePage(`<!doctype html><html lang="zh"><title>Other</title><body>${line}</body></html>`)
  const { page, problems, close } = await openPage('/')
  await page.goto(url)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: '大小写转换' }).or(frame.locator('h1')).first().waitFor()
  assert.match((await page.getAttribute('iframe', 'src')) ?? '', /\/zh\/embed\/case\?to=snake&theme=dark$/)
  await frame.locator('html[data-ready]').waitFor({ state: 'attached' })
  await frame.locator('.input-pane textarea').fill('One Two')
  await frame.locator('.result').getByText('one_two').waitFor()
  assert.equal(await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(11, 13, 18)')
  assert.equal(await frame.locator('.bar, .footer').count(), 0)
  const fits = () =>
    page.waitForFunction(() => {
      const frame = document.querySelector('iframe')
      return frame && frame.style.height !== '420px' && frame.offsetHeight > 100
    })
  await fits()
  const inner = await frame.locator('#root').evaluate((root) => Math.ceil(root.getBoundingClientRect().height))
  assert.ok(Math.abs((await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)) - inner) <= 2)
  assert.deepEqual(problems, [])
  await close()
  server.close()
})

test('an embedded page has the name of its tool, and an unknown one stands alone with status 404', async () => {
  const { page, close } = await openPage('/embed/case')
  assert.match(await page.title(), /^Letter case and Chinese numerals/)
  const answer = await page.goto(`${getSite().origin}/zh/embed/no-such-tool`)
  assert.equal(answer?.status(), 404)
  await page.getByText('Page Not Found: /zh/embed/no-such-tool').waitFor()
  assert.equal(await page.locator('.bar, .footer, .sidebar').count(), 0)
  assert.deepEqual(await page.locator('main a').evaluateAll((links) => links.map((link) => link.getAttribute('target'))), [
    '_blank',
  ])
  await close()
})

test('a message from elsewhere does not move the frame', async () => {
  const line = `<script src="${getSite().origin}/embed.js" data-tool="case" async></script>`
  const { server, url } = await servePage(`<!doctype html><title>Other</title><body>${line}</body>`)
  const { page, close } = await openPage('/')
  await page.goto(url)
  await page.frameLocator('iframe').locator('h1').waitFor()
  await page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '420px')
  const before = await page.locator('iframe').evaluate((frame) => frame.style.height)
  await page.evaluate(() => window.postMessage({ octet: 'size', height: 5000 }, '*'))
  await page.waitForTimeout(200)
  assert.equal(await page.locator('iframe').evaluate((frame) => frame.style.height), before)
  await close()
  server.close()
})

test('?lang= leads to the other language, an unknown tool to 404', async () => {
  const { origin } = getSite()
  const answer = await fetch(`${origin}/embed/json?lang=zh&theme=dark`, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [307, '/zh/embed/json?theme=dark'])
  assert.equal((await fetch(`${origin}/embed/nothing`)).status, 404)
  const html = await (await fetch(`${origin}/embed/json?theme=light`)).text()
  assert.match(html, /<html lang="en" data-theme="light">/)
  assert.match(html, /<meta name="robots" content="noindex">/)
})

test('an embedded tool has its styles before it is drawn, as its own page has', async () => {
  const readStyles = async (path: string) => {
    const html = await (await fetch(getSite().origin + path)).text()
    return [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, href]) => href)
  }
  const [own, embedded] = await Promise.all([readStyles('/format/json'), readStyles('/embed/json')])
  assert.ok(own.length > 0)
  assert.deepEqual(
    own.filter((href) => !embedded.includes(href)),
    [],
  )
})

test('the share menu of a tool gives both lines, with its options', async () => {
  const { page, close } = await openPage('/convert/daxiaoxie?to=lower')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Embed in a page' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '中文' }).check({ force: true })
  await dialog.getByRole('radio', { name: 'Dark' }).check({ force: true })
  assert.match(
    (await dialog.locator('code').textContent()) ?? '',
    /^<script src="http:\/\/127\.0\.0\.1:\d+\/embed\.js" data-tool="case" data-lang="zh" data-title="[^"]+" data-theme="dark" data-query="to=lower" async><\/script>$/,
  )
  assert.deepEqual(await findBarriers(page), [])
  await dialog.getByRole('tab', { name: 'Plain frame' }).click()
  assert.match(
    (await dialog.locator('code').textContent()) ?? '',
    /^<iframe src="[^"]+\/zh\/embed\/case\?to=lower&amp;theme=dark"/,
  )
  await close()
})
