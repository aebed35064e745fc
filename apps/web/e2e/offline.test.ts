import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DIST } from '../build/dist.ts'
import { startTestSite } from './serve.ts'
import { HAS_RESULT, useSite } from './site.ts'

const { getSite, openPage } = useSite()

/** The worker fetches some megabytes first, on a machine that may be busy. */
const KEPT_LIMIT_MS = 120_000

test('the first page says in both languages that what was shared did not arrive, once', async () => {
  const { page, close } = await openPage('/')
  for (const [path, words] of [
    ['/', /The server has kept none of it/],
    ['/zh', /服务器没有保留任何内容/],
  ] as const) {
    await page.goto(`${getSite().origin}${path}?unshared=1`)
    await page.getByText(words).waitFor()
    assert.equal(new URL(page.url()).search, '', 'or it would say so again when the page is loaded anew')
  }
  await close()
})

test('after one visit the tools of the browser work without the server, in both languages', async () => {
  const { page, problems, close } = await openPage('/format/json', { serviceWorkers: 'allow' })
  const { origin } = getSite()
  await page.locator('h1').click()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: KEPT_LIMIT_MS })
  assert.deepEqual(problems, [])
  const preload = await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.getState())
  assert.equal(preload.enabled, false, 'Firefox shows its own error in place of the answer when a preload fails')

  // As the system does with what other programs share with the installed site; nothing of it goes to a server.
  await share(page, { text: '10.0.0.0/8' })
  await page.getByText('16,777,216').first().waitFor()

  await page.context().setOffline(true)
  await getSite().close()
  for (const path of ['/zh/text/lines', '/crypto/md5', '/zh/format/json']) {
    await page.goto(origin + path)
    await page.waitForSelector('html[data-ready]')
    assert.match(await page.title(), /^.+ · Octet$/)
    await runFirstExample(page)
    assert.equal(await page.locator('html').getAttribute('lang'), path.startsWith('/zh') ? 'zh-CN' : 'en')
  }

  await share(page, { text: 'a file', file: ['data.json', '{"a":1}'] })
  await page.getByText('data.json, 7 B').waitFor()
  assert.equal(await page.evaluate(() => caches.has('octet-shared')), false, 'what was taken is not taken again')

  await page.goto(`${origin}/zh/dnschaxun?name=octet.test`)
  await page.waitForURL('**/zh/offline?wanted=*')
  await page.getByText('/zh/dnschaxun?name=octet.test 需要服务器').waitFor()
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('服务器仍未应答').waitFor()
  await page.locator('.tool-list a[href="/zh/text/diff"]').click()
  await page.waitForURL('**/zh/text/diff')
  await runFirstExample(page)

  const kept = await page.evaluate(async () => {
    const requests = await (await caches.open('octet')).keys()
    return requests.map(({ url }) => new URL(url).pathname).filter((path) => !/^\/assets\/|^\/_build\/shell-/.test(path))
  })
  assert.deepEqual(kept, [], 'only files of the build are kept')

  await page.goto(`${origin}/pricing`)
  await page.waitForURL('**/offline?wanted=%2Fpricing')
  const again = await startTestSite({ port: Number(new URL(origin).port) })
  try {
    await page.context().setOffline(false)
    await page.waitForURL('**/pricing')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await close()
  } finally {
    await again.close()
  }
})

/** Sends what the manifest says that programs share: a form, as the system does. */
async function share(
  page: Page,
  { text, file }: { text: string; file?: readonly [name: string, content: string] },
): Promise<void> {
  const arrival = page.waitForURL((url) => url.pathname === '/')
  await page.evaluate(
    ([text, file]) => {
      const form = Object.assign(document.createElement('form'), {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
      })
      const field = Object.assign(document.createElement('input'), { name: 'text', value: text })
      const files = Object.assign(document.createElement('input'), { name: 'file', type: 'file' })
      if (file) {
        const transfer = new DataTransfer()
        transfer.items.add(new File([file[1]], file[0]))
        files.files = transfer.files
      }
      form.append(field, files)
      document.body.append(form)
      setTimeout(() => form.submit()) // or the page is gone before this has ended
    },
    [text, file] as const,
  )
  await arrival
}

test('an open page keeps its icons and code over a new build, and those of builds before are forgotten', async () => {
  const site = await startTestSite()
  const read = (path: string) => readFile(join(DIST, 'client', path), 'utf8')
  const worker = await read('service-worker.js')
  const [own = ''] = /\/assets\/icons-[\da-f]{8}\.svg/.exec(worker) ?? []
  const { page, close } = await openPage(undefined, { serviceWorkers: 'allow' })
  const toStatus = (path: string) => page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, path)
  /** What the server has once it is restarted on a build with another sprite. */
  const build = async (path: string, last: string) => {
    site.newer.set(path, await read(own)).set('/service-worker.js', worker.replace(own, path))
    site.gone.add(last)
    await page.evaluate(async () => {
      const registration = await (await navigator.serviceWorker.ready).update()
      const next = registration.installing ?? registration.waiting
      if (!next) throw new Error('expected a new worker')
      await new Promise<void>((resolve) => {
        const look = () => next.state === 'activated' && resolve()
        next.addEventListener('statechange', look)
        look()
      })
    })
  }
  try {
    await page.goto(`${site.origin}/format/json`)
    await page.waitForSelector('html[data-ready]')
    await page.locator('h1').click()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: KEPT_LIMIT_MS })
    await build('/assets/icons-00000001.svg', own)
    assert.deepEqual([await toStatus(own), await toStatus('/assets/icons-00000001.svg')], [200, 200])
    await build('/assets/icons-00000002.svg', '/assets/icons-00000001.svg')
    assert.deepEqual(
      await Promise.all([own, '/assets/icons-00000001.svg', '/assets/icons-00000002.svg'].map(toStatus)),
      [404, 200, 200],
    )
  } finally {
    await close()
    await site.close()
  }
})

async function runFirstExample(page: Page): Promise<void> {
  await page.waitForSelector('html[data-ready]')
  await page.locator('.examples button').first().click()
  await page.locator(HAS_RESULT).first().waitFor()
}
