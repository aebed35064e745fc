import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SIGNED_PDF } from '@octet/tools/crypto/signed-file/examples.ts'
import { until } from '@octet/core/testing/until.ts'
import { seeToast } from './see-toast.ts'
import { CODE_FIELD, useSite } from './site.ts'

const { visitPage, openPage, getSite } = useSite()

type Given = readonly [name: string, content: string]

/** Drops files as a mouse does: onto the innermost element of a part of the page, inside of an editor, too. */
const drop = (page: Page, part: string, files: readonly Given[]) =>
  page
    .locator(part)
    .first()
    .evaluate((element, files) => {
      const dataTransfer = new DataTransfer()
      for (const [name, content] of files) dataTransfer.items.add(new File([content], name))
      const editor = element.querySelector('.code-host')?.shadowRoot?.querySelector('.cm-content')
      const target = editor ?? element.querySelector('textarea') ?? element
      const { x, y } = target.getBoundingClientRect()
      const place = { clientX: x + 5, clientY: y + 12 }
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { bubbles: true, composed: true, cancelable: true, dataTransfer, ...place }))
    }, files)

/** What stands in the inputs of a tool, in their plain fields or their editors. */
const readParts = (page: Page) =>
  page.locator('.input-pane').evaluateAll((panes) =>
    panes
      .flatMap((pane) => [...pane.querySelectorAll('textarea, .code-host')])
      // A plain field whose editor has come is gone with the next drawing.
      .filter((field) => field.matches('.code-host') || !field.parentElement?.querySelector(':scope > .code-host'))
      .map((field) =>
        field instanceof HTMLTextAreaElement
          ? field.value
          : [...(field.shadowRoot?.querySelectorAll('.cm-line') ?? [])].map(({ textContent }) => textContent).join('\n'),
      ),
  )

async function waitForParts(page: Page, wanted: readonly string[]): Promise<void> {
  await until(async () => JSON.stringify(await readParts(page)) === JSON.stringify(wanted), wanted.join(' | '))
  // What would come later, too.
  await page.waitForTimeout(300)
  assert.deepEqual(await readParts(page), wanted)
}

const FIRST = '.input-part >> nth=0'
const SECOND = '.input-part >> nth=1'

test('a file goes to the field it is dropped on, and leaves the other one alone', async () => {
  for (const path of ['/text/diff', '/text/json-diff']) {
    const { page } = await visitPage(path)
    await drop(page, '.input-part', [['a.json', '{"a":1}']])
    await waitForParts(page, ['{"a":1}', ''])
    await drop(page, SECOND, [['b.json', '{"a":2}']])
    await waitForParts(page, ['{"a":1}', '{"a":2}'])
  }
})

test('an editor takes a dropped file once, in place of what it held', async () => {
  const { page } = await visitPage('/text/json-diff')
  for (const part of [FIRST, SECOND]) {
    await page.locator(part).locator(CODE_FIELD).fill('{"old":0}')
    await page.locator(part).locator('.code-host').waitFor()
  }
  await drop(page, SECOND, [['b.json', '{"b":1}']])
  await waitForParts(page, ['{"old":0}', '{"b":1}'])
})

test('files that are chosen one after the other are all hashed', async () => {
  const { page } = await visitPage('/crypto/md5')
  const names = ['one.txt', 'two.txt', 'three.txt']
  for (const [index, name] of names.entries()) {
    await page.setInputFiles('.hash-files input', { name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    await page.locator('.hash-file.done').nth(index).waitFor()
  }
  assert.deepEqual(await page.locator('.hash-file strong').allTextContents(), names)
})

test('two files that are dropped at once are compared', async () => {
  const { page } = await visitPage('/text/diff')
  await drop(page, '.toolbar', [
    ['a.txt', 'one\n'],
    ['b.txt', 'two\n'],
  ])
  await waitForParts(page, ['one\n', 'two\n'])
})

test('the rows of a long comparison are all to be had, by keyboard as well', async () => {
  const { page } = await visitPage('/text/diff')
  const lines = (end: string) => Array.from({ length: 2500 }, (_, index) => `${index}${index % 2 === 0 ? end : ''}\n`).join('')
  await drop(page, '.toolbar', [
    ['a.txt', lines('')],
    ['b.txt', lines('x')],
  ])
  const [rows, part] = [page.locator('.diff-row'), page.locator('.first-rows')]
  await page.getByText('2,000 of 2,500').waitFor()
  assert.equal(await rows.count(), 2000)
  await part.getByRole('button', { name: 'Show more' }).press('Enter')
  await rows.nth(2499).waitFor()
  assert.equal(await part.textContent(), '')
  assert.equal(await part.evaluate((element) => element === document.activeElement), true)
})

test('a schema that is dropped on its field leaves the document alone', async () => {
  const { page } = await visitPage('/format/json?action=validate')
  await page.locator('textarea[name=text]').fill('{"a":1}')
  await drop(page, SECOND, [['schema.json', '{"type":"object"}']])
  await waitForParts(page, ['{"a":1}', '{"type":"object"}'])
})

test('a screenshot is pasted into a field for pictures, wherever the focus is', async () => {
  const { page, close } = await openPage(undefined, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${getSite().origin}/generate/qr`)
  await page.waitForSelector('html[data-ready]')
  await page.fill('textarea[name=text]', 'from a screenshot')
  const image = page.locator('.qr-picture img')
  await image.waitFor()
  await image.evaluate(async (image: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight })
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png! })])
  })
  await page.goto(`${getSite().origin}/generate/qr?mode=read`)
  await page.waitForSelector('html[data-ready]')
  await page.keyboard.press('Control+V')
  await page.locator('.result').getByText('from a screenshot').waitFor()
  await close()
})

test('what was cleared comes back by the keys for undoing', async () => {
  const { page } = await visitPage('/convert/daxiaoxie')
  const field = page.locator('.input-pane textarea')
  await field.fill('typed')
  await page.locator('.input-part .pane-actions button').last().click()
  assert.equal(await field.inputValue(), '')
  assert.ok(await field.evaluate((element) => element === document.activeElement))
  await page.keyboard.press('Control+Z')
  assert.equal(await field.inputValue(), 'typed')
  await page.locator('.result').getByText('TYPED').waitFor()
})

const DOWNLOADS: readonly [path: string, text: string, file: string][] = [
  ['/format/convert?from=csv&to=json', 'a,b\n1,2\n', 'data-convert.json'],
  ['/web/curl?to=python', 'curl https://a.example', 'curl.py'],
  ['/generate/qr', 'hello', 'qr.png'],
]
for (const [path, text, file] of DOWNLOADS)
  test(`${path} is saved as ${file}`, async () => {
    const { page } = await visitPage(path)
    await page.locator('textarea[name=text]').fill(text)
    await page.locator('.tool[data-run=done]').waitFor()
    const button = page.locator('.result-actions button').nth(1)
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    assert.equal(download.suggestedFilename(), file)
  })

test('what a step of a pipeline gives is saved as what it is', async () => {
  const { page } = await visitPage('/pipeline')
  await page.locator('.examples button', { hasText: 'CSV to grouped counts' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.locator('.pipeline-output .status .dot.ok').waitFor()
  await page.locator('.step').first().getByRole('button', { name: 'Show output' }).click()
  const save = page.locator('.pipeline-output').getByRole('button', { name: 'Download' })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  assert.match(download.suggestedFilename(), /\.json$/)
})

const TWO: readonly Given[] = [
  ['first.txt', '192.0.2.1'],
  ['second.txt', '192.0.2.2'],
]
for (const [path, part] of [
  ['/format/yaml', '.input-part'],
  ['/format/json', '.input-pane'],
  ['/code/compress', '.file'],
  ['/crypto/base64', '.dev.coded'],
  ['/ipbatch', '.batch-source'],
  ['/pipeline', '.pipeline-input'],
] as const)
  test(`where ${path} has room for one file, the second is said to be left out`, async () => {
    for (const [lang, words] of [
      ['', 'Taken: first.txt. There is no room for more files here.'],
      ['/zh', '已读取 first.txt，此处无法接收更多文件。'],
    ] as const) {
      const { page } = await visitPage(lang + path)
      await seeToast(page, { type: 'warning', words }, () => drop(page, part, TWO))
    }
  })

test('where each file has a place nothing is said of more', async () => {
  const { page } = await visitPage('/text/diff')
  await drop(page, '.toolbar', TWO)
  await waitForParts(page, ['192.0.2.1', '192.0.2.2'])
  assert.equal(await page.locator('.toast').count(), 0)
})

test('the box of the first page takes a file: chosen, dropped or pasted, and hands it to the tool for it', async () => {
  const { page } = await visitPage('/')
  const offered = () => page.locator('.suggestions li').allInnerTexts()
  await drop(page, '.smart', [['a.json', '{"a":1}']])
  await until(async () => (await offered())[0] === 'JSON formatter', 'JSON in a file')
  assert.match(await page.locator('.seen').innerText(), /Seen as JSON · a\.json, 7 B/)

  const pdf = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(SIGNED_PDF, 'base64') }
  await page.setInputFiles('.seen input[type=file]', pdf)
  await until(async () => (await offered())[0] === 'PDF and file signatures', 'a PDF')
  await page.getByText('Valid: the content is as it was signed').waitFor() // the answer beside it
  await page.click('.suggestions button >> nth=0')
  await page.locator('.file', { hasText: 'a.pdf' }).waitFor()
  await page.getByText('Valid: the content is as it was signed').waitFor()

  await page.goBack()
  await page.locator('#smart').evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.of(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0)], 'shot.gif'))
    box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  })
  await until(async () => (await offered())[0] === 'Image metadata (EXIF)', 'a pasted picture')
  // A text that is typed takes its place.
  await page.fill('#smart', '192.0.2.1')
  await until(async () => (await offered())[0] === 'IP lookup', 'an address')

  await page.fill('#smart', '')
  // What is in a file does not go into an address.
  const list = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('192.0.2.1\n192.0.2.2\n192.0.2.3\n') }
  await page.setInputFiles('.try input[type=file]', list)
  await until(async () => (await offered())[0] === 'Batch IP lookup', 'addresses in a file')
  await page.click('.suggestions button >> nth=0')
  await page.waitForURL('**/ipbatch*')
  assert.equal(new URL(page.url()).search, '')
})

test('a file that the system opens with the installed site is taken as one that is dropped', async () => {
  const { page, close } = await openPage()
  // Only an installed site has a queue with something in it.
  await page.addInitScript(() => {
    const files = [{ getFile: () => Promise.resolve(new File(['{"a":1}'], 'b.json')) }]
    const launchQueue = { setConsumer: (consume: (launch: object) => void) => consume({ files }) }
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue, configurable: true })
  })
  await page.goto(getSite().origin)
  await page.getByText('Seen as JSON · b.json, 7 B').waitFor()
  await close()
})
