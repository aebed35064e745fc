import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { exifSegment, makeJpeg, makeTiff, textEntry } from '@octet/tools/testing/sample-images.ts'
import { useSite } from './site.ts'

const { visitPage } = useSite()

test('a picture is read in the browser, and saved without what it gives away', async () => {
  const { page } = await visitPage('/web/image-metadata')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const picture = makeJpeg([exifSegment(makeTiff([textEntry(0x0110, 'EOS R5')]))])
  await page.locator('input[type=file]').setInputFiles({ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) })
  await page.getByRole('button', { name: 'EOS R5' }).first().waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save without metadata' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'sea-clean.jpg')
  assert.deepEqual(new Uint8Array(await readFile(await download.path())), makeJpeg())
  assert.deepEqual(
    sent.filter((url) => url.includes('/v1/tools')),
    [],
  )
})

test('a pressed key is told, and Tab leads out', async () => {
  const { page } = await visitPage('/web/key-codes')
  const pad = page.getByRole('textbox', { name: 'Press any key here' })
  await pad.focus()
  await page.keyboard.press('Shift+KeyA')
  const facts = page.locator('.key-pad dl')
  await facts.getByText('KeyA', { exact: true }).waitFor()
  assert.deepEqual(await facts.locator('dd').allInnerTexts(), ['A', 'KeyA', '65', '0 (standard)', 'Shift'])
  await page.keyboard.press('Slash')
  await facts.getByText('Slash', { exact: true }).waitFor()
  assert.equal(await pad.evaluate((element) => element === document.activeElement), true, 'no key of the page takes it')
  await page.keyboard.press('Tab')
  await facts.getByText('Tab', { exact: true }).first().waitFor()
  assert.equal(await pad.evaluate((element) => element === document.activeElement), false)
})
