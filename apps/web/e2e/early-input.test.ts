import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { useSite } from './site.ts'

const { openPage, getSite } = useSite()

/** A page that is painted and whose scripts are held back until they are released. */
async function openEarly(path: string) {
  const opened = await openPage()
  const { page } = opened
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  // A script is asked for by the last line of the page, once that has run: what is done now is done on the whole page.
  const asked = page.waitForRequest('**/assets/*.js')
  await page.goto(getSite().origin + path, { waitUntil: 'commit' })
  await asked
  const release = async () => {
    released.resolve()
    await page.waitForSelector('html[data-ready]')
  }
  return { ...opened, release }
}

test('what is typed before the scripts have come is kept and counts', async () => {
  const { page, problems, release, close } = await openEarly('/login')
  await page.fill('input[name=email]', 'a@b.example')
  await page.check('input[type=checkbox]')
  await release()
  assert.equal(await page.inputValue('input[name=email]'), 'a@b.example')
  assert.ok(await page.isChecked('input[type=checkbox]'))
  await page.click('main button[type=submit]')
  await page.locator('.field-error').waitFor()
  assert.equal(await page.locator('.field-error').count(), 1, 'only the password is missed')
  assert.deepEqual(problems, [])
  await close()
})

test('a button that is pressed before the scripts have come does its work once, when they have', async () => {
  const { page, problems, release, close } = await openEarly('/format/json')
  const favourite = page.locator('.favourite')
  await favourite.click()
  await favourite.click()
  await page.evaluate(() => {
    // As an extension may press.
    document.dispatchEvent(new MouseEvent('click'))
    const outside = document.createElement('button')
    document.body.append(outside)
    outside.click()
    outside.remove()
  })
  await favourite.click()
  await release()
  await page.locator('.favourite[aria-pressed=true]').waitFor()
  await page.waitForFunction(() => localStorage.getItem('prefs')?.includes('"favourites":["json"]'))
  assert.deepEqual(problems, [])
  await close()
})

test('a form that is sent before the scripts have come is sent with what was typed, and not by the browser', async () => {
  const { page, problems, release, close } = await openEarly('/login')
  await page.fill('input[name=email]', 'a@b.example')
  await page.press('input[name=email]', 'Enter')
  await release()
  await page.locator('.field-error').waitFor()
  assert.equal(await page.locator('.field-error').count(), 1, 'only the password is missed')
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(problems, [])
  await close()
})

test('what a button did no longer happens once something else was pressed', async () => {
  const { page, release, close } = await openEarly('/format/json')
  await page.locator('.favourite').click()
  await page.locator('h1').click()
  await release()
  await page.locator('.favourite').click()
  await page.locator('.favourite[aria-pressed=true]').waitFor()
  await close()
})

test('a field for code that has the focus before the scripts have come gets its editor', async () => {
  const { page, problems, release, close } = await openEarly('/format/yaml')
  await page.click('.input-pane textarea')
  await release()
  await page.locator('.input-pane .cm-focused').waitFor()
  await page.keyboard.type('a: 1')
  await page.locator('.input-pane .cm-content').getByText('a: 1').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

test('what is chosen from a list before the scripts have come counts', async () => {
  const { page, problems, release, close } = await openEarly('/crypto/keys')
  const list = page.locator('main select').first()
  const chosen = await list.locator('option').last().getAttribute('value')
  await list.selectOption(chosen)
  await release()
  await page.waitForURL((url) => [...url.searchParams.values()].includes(chosen ?? ''))
  assert.equal(await list.inputValue(), chosen)
  assert.deepEqual(problems, [])
  await close()
})

test('a file that is chosen before the scripts have come is read', async () => {
  const { page, problems, release, close } = await openEarly('/code/compress')
  await page.setInputFiles('.file input', { name: 'early.txt', mimeType: 'text/plain', buffer: Buffer.from('early') })
  await release()
  await page.locator('.file').getByText('early.txt').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

for (const how of ['the button', 'Enter'])
  test(`the first box opens the tool for its text when ${how} is pressed before the scripts have come`, async () => {
    const { page, problems, release, close } = await openEarly('/zh')
    await page.fill('#smart', '{"a":1}')
    if (how === 'Enter') await page.press('#smart', 'Enter')
    else await page.click('.smart-box button[type=submit]', { noWaitAfter: true })
    await release()
    await page.waitForURL('**/zh/format/json')
    assert.deepEqual(problems, [])
    await close()
  })

test('the key of the palette counts before the scripts have come', async () => {
  const { page, problems, release, close } = await openEarly('/format/json')
  await page.keyboard.press('Control+k')
  await release()
  await page.locator('dialog.palette[open]').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

for (const [how, press] of [
  ['the key of the palette', (page: Page) => page.keyboard.press('Control+k')],
  ['a click on its field', (page: Page) => page.click('.search-field')],
] as const)
  test(`what is typed after ${how} before the scripts have come stands in the palette`, async () => {
    const { page, problems, release, close } = await openEarly('/zh/format/json')
    await press(page)
    await page.keyboard.type('md')
    await release()
    const field = page.locator('dialog.palette input')
    await field.waitFor()
    await page.keyboard.type('5')
    assert.equal(await field.inputValue(), 'md5')
    assert.equal(await page.locator('.input-pane textarea').inputValue(), '')
    assert.equal(await page.locator('body > input').count(), 0)
    assert.deepEqual(problems, [])
    await close()
  })

test('what was typed for the palette is forgotten once something else is pressed', async () => {
  const { page, release, close } = await openEarly('/format/json')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('md5')
  await page.locator('h1').click()
  await release()
  await page.keyboard.press('Control+k')
  const field = page.locator('dialog.palette input')
  await field.waitFor()
  assert.equal(await field.inputValue(), '')
  await close()
})

test('where no script comes the first box is sent by the browser, in the language of the page', async () => {
  const { page, close } = await openPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  const missed = page.waitForEvent('pageerror')
  await page.goto(`${getSite().origin}/zh`)
  await missed
  await page.fill('#smart', '192.0.2.1')
  await page.click('.smart-box button[type=submit]')
  await page.waitForURL('**/zh/ipdizhi?ip=192.0.2.1')
  await close()
})

test('a file that is dropped beside the tool does not take the place of the page', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-drop-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'abc.txt')
  await writeFile(path, 'abc')
  const { page, problems, close } = await openPage('/crypto/md5')
  const devtools = await page.context().newCDPSession(page)
  const drop = async (selector: string) => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox())!
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data })
  }
  await page.evaluate(() => {
    Object.assign(window, { offers: {}, drops: [] })
    addEventListener('drop', ({ dataTransfer }) => Reflect.get(window, 'drops').push(dataTransfer?.files.length), true)
    addEventListener('dragover', ({ target, defaultPrevented, dataTransfer }) => {
      const place = (target as Element).closest('.workbench') ? 'tool' : 'beside'
      Reflect.get(window, 'offers')[place] = [defaultPrevented, dataTransfer?.dropEffect !== 'none']
    })
  })
  await drop('h1')
  const readDrops = () => page.evaluate(() => Reflect.get(window, 'drops') as number[])
  assert.deepEqual(await readDrops(), [], 'what is not taken is not dropped')
  // On a busy machine a drop by the debugger may end before it reaches the page.
  for (let tries = 0; tries < 3 && (await readDrops()).length === 0; tries++) await drop('.workbench')
  assert.deepEqual(await readDrops(), [1])
  // Whether the browser is kept from opening it, and whether it is taken.
  assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'offers')), { beside: [true, false], tool: [true, true] })
  // Step by step, so that a failure says which one is missing: taken, hashed, shown.
  await page.locator('.hash-file').getByText('abc.txt').waitFor()
  await page.locator('.hash-file:is(.done, .failed)').waitFor()
  assert.equal(await page.locator('.hash-file .field-error').count(), 0, await page.locator('.hash-file').innerText())
  await page.getByText('900150983cd24fb0d6963f7d28e17f72').first().waitFor()
  assert.equal(new URL(page.url()).pathname, '/crypto/md5')
  assert.deepEqual(problems, [])
  await close()
})
