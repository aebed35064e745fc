import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { until } from '../../packages/core/src/testing/until.ts'
import { findTool } from '../../packages/tools/src/registry.ts'
import { answerTool } from '../../packages/tools/src/run.ts'
import { createTestHost } from '../../packages/tools/src/testing/host.ts'
import { KEYS, type OtherBrowser } from './other-browser.ts'
import type { WatchingFront } from './watching-front.ts'

const PASSWORD = 'correct horse battery'
const HAS_RESULT = '.tool[data-run=done]'

/** In a page: writes down that it has said “Copied”, which stands for a moment only. */
function noteCopied(): void {
  new MutationObserver(() => {
    const said = [...document.querySelectorAll('.toast, .result-actions')].some((one) => one.textContent.includes('Copied'))
    if (said) document.body.dataset['copied'] = ''
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

export type Journey = (browser: OtherBrowser, front: WatchingFront) => Promise<void>

/** What a visitor does, by its name. Each throws where it does not come to its end. */
export const JOURNEYS: Readonly<Record<string, Journey>> = {
  // First, while no page has a service worker, which has the scripts at once.
  'what is typed and pressed before the scripts come counts': async (browser, front) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    front.scriptsAfter = promise
    try {
      await browser.wire.open(`${front.origin}/zh`)
      await browser.fill('#smart', '{"a":1}')
      await browser.press(KEYS.Enter)
      assert.equal(await browser.evaluate(() => document.documentElement.dataset['ready'] ?? ''), '', 'it was early')
    } finally {
      front.scriptsAfter = undefined
      resolve()
    }
    await browser.waitForPath('/zh/format/json')
  },

  'the palette finds a tool by keys': async (browser, { origin }) => {
    await browser.open(`${origin}/terms`)
    await browser.press('k', KEYS.Control)
    await browser.waitFor('dialog [role=combobox]')
    await browser.type('crypto/md5')
    await browser.waitFor('[role=option][aria-selected=true]', 'ash')
    await browser.press(KEYS.Enter)
    await browser.waitForPath('/crypto/md5')
  },

  'a result is copied and pasted': async (browser, { origin }) => {
    await browser.open(`${origin}/convert/daxiaoxie`)
    await browser.fill('textarea', 'octet')
    await browser.press(KEYS.Enter, KEYS.Control)
    await browser.waitFor(HAS_RESULT)
    await browser.evaluate(noteCopied)
    await browser.click('.result-actions button')
    await browser.waitFor('body[data-copied]')
    await browser.click('textarea')
    await browser.press('a', KEYS.Control)
    await browser.press('v', KEYS.Control)
    const read = () => browser.evaluate(() => document.querySelector('textarea')?.value)
    await until(async () => (await read()) === 'OCTET', 'the copied text in the field')
  },

  'a theme is chosen and kept': async (browser, { origin }) => {
    await browser.open(`${origin}/terms`)
    const readColour = () => browser.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await readColour()
    await browser.click('.bar .menu button[aria-haspopup]')
    await browser.click('[role=menuitemradio]', 'Dark')
    await until(async () => (await readColour()) !== light, 'other colours')
    const dark = await readColour()
    await browser.open(`${origin}/pricing`)
    assert.equal(await readColour(), dark, 'the next page is dark')
    await browser.evaluate(() => localStorage.removeItem('theme'))
  },

  'a page is read in the other language, with its input': async (browser, { origin }) => {
    await browser.open(`${origin}/code/base64code`)
    await browser.fill('textarea', 'kept')
    await browser.click('a.language')
    await browser.waitForPath('/zh/code/base64code')
    await until(() => browser.evaluate(() => document.querySelector('textarea')?.value === 'kept'), 'the input is kept')
    assert.equal(await browser.evaluate(() => document.documentElement.lang), 'zh-CN')
  },

  'a dropped file is hashed': async (browser, { origin }) => {
    await browser.open(`${origin}/crypto/md5`)
    await browser.evaluate(drop, '.workbench', 'abc', 'abc.txt')
    await browser.waitFor('.tool', '900150983cd24fb0d6963f7d28e17f72')
  },

  'a dropped text is formatted': async (browser, { origin }) => {
    await browser.open(`${origin}/format/sql`)
    await browser.evaluate(drop, '.workbench', 'select 1', 'query.sql')
    await browser.waitFor(HAS_RESULT)
    await browser.waitFor('.output-pane', '1')
  },

  'a picture of a QR code is read': async (browser, { origin }) => {
    const tool = await findTool('qr')
    const { image } = (await answerTool(tool!, { text: 'read me, 二维码' }, createTestHost())) as { image: string }
    const folder = await mkdtemp(join(tmpdir(), 'octet-qr-'))
    try {
      const path = join(folder, 'code.png')
      await writeFile(path, Buffer.from(image.replace(/^.*,/, ''), 'base64'))
      await browser.open(`${origin}/generate/qr`)
      await browser.click('.segments label, .segments button', 'Read')
      await browser.waitFor('.file')
      await browser.wire.setFiles('.file input[type=file]', [path])
      await browser.press(KEYS.Enter, KEYS.Control)
      await browser.waitFor('.output-pane', 'read me, 二维码')
    } finally {
      await rm(folder, { recursive: true })
    }
  },

  'the speed test comes to its end': async (browser, { origin }) => {
    await browser.open(`${origin}/networktest`)
    await browser.click('.speed-panel header button')
    await browser.waitFor('.speed-panel [data-phase=done]')
    assert.equal(await browser.evaluate(() => document.querySelectorAll('.speed-charts svg').length), 2, 'both charts')
  },

  'an account is made, confirmed, used and left': async (browser, { origin }) => {
    await browser.open(`${origin}/signup`)
    await browser.fill('main [name=email]', 'visitor@example.org')
    await browser.fill('main [name=password]', PASSWORD)
    await browser.fill('main [name=confirm_password]', PASSWORD)
    await browser.click('main [name=agree]')
    await browser.click('main form button[type=submit]')
    await browser.waitFor('main', 'Check your mail')
    const link = await browser.evaluate(async () => {
      const { data } = await (await fetch('/v1/account/outbox?to=visitor%40example.org')).json()
      return String(data[0].text).match(/https?:\S+/)?.[0] ?? ''
    })
    await browser.open(origin + link.replace(/^https?:\/\/[^/]+/, ''))
    await browser.click('main button', 'Confirm my address')
    await browser.waitFor('main', 'Your email address is confirmed')
    await browser.open(`${origin}/login`)
    await browser.fill('main [name=email]', 'visitor@example.org')
    await browser.fill('main [name=password]', PASSWORD)
    await browser.press(KEYS.Enter)
    await browser.waitForPath('/account/dashboard')
    await browser.click('.bar .menu:last-of-type button[aria-haspopup]')
    await browser.click('[role=menuitem]', 'Log out')
    await browser.waitFor('.log-in')
    assert.equal(await browser.evaluate(() => document.cookie.includes('token=')), false, 'no cookie is left')
  },

  'a page is printed without what can only be pressed': async (browser, { origin }) => {
    await browser.open(`${origin}/crypto/md5`)
    await browser.click('.examples button')
    await browser.waitFor(HAS_RESULT)
    if (!browser.wire.print) throw new NotOffered('its driver prints nothing')
    const pdf = await browser.wire.print()
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    const sheets = countSheets(pdf)
    assert.ok(sheets >= 1 && sheets <= 2, `one or two sheets, got ${sheets}`)
  },

  'after one visit a tool works without the server': async (browser, front) => {
    await browser.open(`${front.origin}/format/json`)
    if (!(await browser.evaluate(() => 'serviceWorker' in navigator))) throw new NotOffered('it has no service workers here')
    await browser.click('h1')
    await until(() => browser.evaluate(() => navigator.serviceWorker.controller !== null), 'the service worker has the page')
    front.isCut = true
    try {
      for (const path of ['/zh/text/lines', '/crypto/md5']) {
        await browser.open(front.origin + path)
        await browser.click('.examples button')
        await browser.waitFor(HAS_RESULT)
      }
      await browser.open(`${front.origin}/dnschaxun?name=octet.test`)
      await browser.waitFor('main', 'octet.test')
      assert.equal(await browser.evaluate(() => location.pathname), '/offline')
    } finally {
      front.isCut = false
    }
  },
}

/** The browser, or its driver, lacks what the journey is about. */
export class NotOffered extends Error {}

/** Sheets of a PDF, whose list may stand in packed parts of it (ISO 32000-1 §7.5.7). */
function countSheets(pdf: Buffer): number {
  const parts = pdf.toString('latin1').split(/\bstream\r?\n/)
  const texts = parts.map((part) => {
    try {
      return inflateSync(Buffer.from(part, 'latin1')).toString('latin1')
    } catch {
      return part // not packed
    }
  })
  return texts.join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** In the page: a file dropped onto an element. */
function drop(selector: string, text: string, name: string): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([text], name, { type: 'text/plain' }))
  const place = document.querySelector(selector)
  for (const type of ['dragenter', 'dragover', 'drop'])
    place?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
}
