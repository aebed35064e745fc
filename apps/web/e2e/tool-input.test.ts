import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findChunk } from './find-chunk.ts'
import { useSite } from './site.ts'

const { openPage, visitPage } = useSite()

const resultOf = (page: Page) => page.locator('.result')

test('a field whose value is refused says so, until it is right', async () => {
  const { page } = await visitPage('/ip/mtu?layers=pppoe')
  const field = page.locator('.toolbar input[type=number]').first()
  await field.fill('-1')
  await page.keyboard.press('Enter')
  await page.locator('.toolbar input[aria-invalid=true]').waitFor()
  assert.ok(await field.evaluate((input) => input === document.activeElement))
  await field.fill('1500')
  await page.locator('[aria-invalid]').waitFor({ state: 'detached' })
})

test('what a field asks for lies over nothing that says what is wrong with it', async () => {
  const { page } = await visitPage('/ip/ula')
  const help = page.locator('.toolbar .field:focus-within > .help')
  await page.fill('input[name=mac]', '00:00:5e:00:53:af')
  assert.ok((await help.boundingBox())!.width > 100)
  await page.fill('input[name=mac]', 'x')
  await page.locator('input[name=mac][aria-invalid=true]').waitFor()
  assert.ok((await help.boundingBox())!.width < 4)
})

test('the button stands beside a field for a number', async () => {
  const { page } = await visitPage('/generate/lorem', { viewport: { width: 1440, height: 900 } })
  const [field, button] = await Promise.all([
    page.locator('.main-line .field').boundingBox(),
    page.locator('.main-line .run').boundingBox(),
  ])
  assert.equal(button!.x - field!.x - field!.width, 8)
})

test('Arabic and Hebrew stand on the right, in the field and in the result', async () => {
  const { page } = await visitPage(`/text/lines?text=${encodeURIComponent('שלום\nمرحبا')}`)
  const direction = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  await resultOf(page).getByText('שלום').first().waitFor()
  assert.deepEqual([await direction('textarea[name=text]'), await direction('.text-output pre')], ['rtl', 'rtl'])
  await page.fill('textarea[name=text]', 'b\na')
  assert.equal(await direction('textarea[name=text]'), 'ltr')
})

test('what folds out shows a sign of it', async () => {
  for (const path of ['/network?text=192.0.2.77/26', '/pricing', '/convert/shijian?text=0']) {
    const { page } = await visitPage(path)
    const heads = page.locator('main details > summary')
    await heads.first().waitFor()
    const signs = await heads.evaluateAll((all) => all.map((head) => getComputedStyle(head, '::before').content))
    for (const sign of signs) assert.match(sign, /^"[+−]"/, path)
  }
})

test('on paper there is no place to drop a file', async () => {
  const { page } = await visitPage('/crypto/x509')
  const place = page.locator('.file-field')
  await place.waitFor()
  await page.emulateMedia({ media: 'print' })
  await place.waitFor({ state: 'hidden' })
  assert.ok(await page.locator('.input-part.main').isVisible())
  await page.emulateMedia({ media: null })
})

test('the option that an error asks for comes into sight', async () => {
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'abc' } as const
  const key = generateKeyPairSync('ed25519').privateKey.export(cipher).toString()
  const { page } = await visitPage('/crypto/rsa?action=sign')
  await page.fill('textarea[name=key]', key)
  await page.fill('textarea[name=text]', 'a')
  await page.locator('.status.failed').getByText('Passphrase of the key: expected the passphrase').waitFor()
  await page.fill('input[name=passphrase]', 'abc')
  await resultOf(page).getByText('Ed25519', { exact: true }).first().waitFor()
})

test('a file of bytes that is opened above a text goes to the field for files', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const { page } = await visitPage('/crypto/keys?action=read')
  const buffer = publicKey.export({ type: 'spki', format: 'der' })
  await page.locator('.input-part.main input[type=file]').setInputFiles({ name: 'key.der', mimeType: '', buffer })
  await page.locator('.input-part:not(.main)').getByText('key.der').waitFor()
  await resultOf(page).getByText('Ed25519', { exact: true }).first().waitFor()
  assert.equal(await page.inputValue('.input-part.main textarea'), '')
})

test('who types while the editor is on its way goes on where the cursor was, with a word of an input method whole', async () => {
  const { page, close } = await openPage('/format/json')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(findChunk('app/ui/code-mirror.ts'), async (route) => {
    await held
    await route.continue()
  })
  await page.click('.input-pane textarea')
  await page.keyboard.type('["ab"]')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'zhong', selectionStart: 5, selectionEnd: 5 })
  const came = page.waitForResponse(findChunk('app/ui/code-mirror.ts'))
  letGo()
  await page.evaluate((url) => import(url), (await came).url()) // until it has run
  await page.keyboard.insertText('中')
  await page.locator('.input-pane .cm-content').waitFor()
  await page.keyboard.type('c')
  await resultOf(page).getByText('"a中cb"').first().waitFor()
  await close()
})

test('a slash typed into the editor is a slash; a long text is printed whole', async () => {
  const { page } = await visitPage('/format/json')
  await page.click('.input-pane textarea')
  await page.locator('.cm-content').waitFor()
  await page.locator('.cm-content').click()
  await page.keyboard.type('["/?"]')
  await resultOf(page).getByText('"/?"').first().waitFor()
  assert.equal(await page.locator('dialog').count(), 0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(JSON.stringify(Array.from({ length: 300 }, (_, at) => at)))
  await page.locator('.output-pane .cm-line', { hasText: '1,' }).first().waitFor()
  // At once, when the editor has heard of it: it is on paper for half a second only.
  const printed = page.locator('.output-pane .cm-scroller').evaluate(
    (scroller) =>
      new Promise<{ lines: number; cutPx: number }>((resolve) => {
        document.documentElement.dataset.waiting = 'true'
        matchMedia('print').addEventListener('change', () =>
          resolve({
            lines: scroller.querySelectorAll('.cm-line').length,
            cutPx: scroller.scrollHeight - scroller.clientHeight,
          }),
        )
      }),
  )
  await page.waitForSelector('html[data-waiting]')
  await page.emulateMedia({ media: 'print' })
  const paper = await printed
  assert.deepEqual(paper, { lines: 302, cutPx: 0 }, 'paper gets all of a long result')
})

test('a field left empty is asked for by its label, without the name that programs use', async () => {
  const { page } = await visitPage('/ip/ranges')
  await page.locator('main .run').click()
  const words = await page.locator('.status.failed').textContent()
  assert.match(words ?? '', /Please enter “Country or AS”/)
  assert.doesNotMatch(words ?? '', /owner/)
})
