import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { seeValue } from './see-value.ts'
import { CODE_FIELD, useSite } from './site.ts'

const { visitPage } = useSite()

type Row = { readonly name: string; readonly path: string; readonly act: (page: Page) => Promise<void> }

const rows: Row[] = [
  {
    name: 'an error of JSON puts the cursor at its place, and the tree gives paths',
    path: '/format/json',
    async act(page) {
      await page.locator(`.json-view ${CODE_FIELD}`).first().fill('{"a":[1,{"b":2}],}')
      await page.getByRole('button', { name: 'Go to line 1, column 18' }).click()
      await page.locator('.json-mend').getByRole('button', { name: 'Repair' }).click()
      await page.getByRole('button', { name: 'Tree', exact: true }).click()
      await page.locator('.node', { hasText: '"b"' }).click()
      await page.locator('.tree-foot code', { hasText: "$['a'][1]['b']" }).waitFor()
    },
  },
  {
    name: 'a random key encrypts, and the result is turned round',
    path: '/crypto/aes',
    async act(page) {
      await page.locator('textarea[name=text]').fill('中文 secret')
      await page.getByRole('button', { name: 'Make a random key' }).click()
      await page.locator('.cipher-command pre', { hasText: 'openssl enc -aes-256-cbc' }).waitFor()
      const iv = await page.locator('.cipher-facts .value').first().textContent()
      await page.locator('input[name=iv]').fill(String(iv))
      await page.getByRole('button', { name: 'Reverse: ' }).click()
      await page.locator('.output-pane pre', { hasText: '中文 secret' }).first().waitFor()
    },
  },
  {
    name: 'another meaning of a unit is one click away, and so is another target',
    path: '/convert/danwei',
    async act(page) {
      await page.locator('input[name=text]').fill('5 gal')
      await page.locator('.answer-value', { hasText: '18.92705892 L' }).waitFor()
      await page.getByRole('button', { name: 'imperial gallon (volume)' }).click()
      await page.locator('.answer-value', { hasText: '22.73045 L' }).waitFor()
      await page.getByRole('button', { name: /^cubic inch/ }).click()
      await page.locator('.answer-value', { hasText: /^≈ .*1387\.097164 in³/ }).waitFor()
      assert.equal(await page.locator('input[name=to]').inputValue(), 'in³')
    },
  },
  {
    name: 'each line of a calculation stands beside its result or its error',
    path: '/convert/jisuanqi',
    async act(page) {
      await page.locator('textarea[name=text]').fill('price = 80\nprice + 13%\nfoo * 2\n12345678 / 8')
      const lines = page.locator('.answer > .answer-rows > div')
      await lines.filter({ hasText: 'price + 13%' }).getByText('90.4', { exact: true }).waitFor()
      await lines.filter({ hasText: 'foo * 2' }).getByText('This line: expected a name').waitFor()
      await lines.filter({ hasText: '12345678 / 8' }).getByText('1,543,209.75', { exact: true }).waitFor()
    },
  },
  {
    name: 'the lines of an OpenSSH key have room in the result',
    path: '/crypto/keys',
    async act(page) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page
        .getByRole('button', { name: /Ed25519/ })
        .first()
        .click()
      const text = page.locator('pre.lines', { hasText: 'BEGIN OPENSSH' })
      await text.waitFor()
      const [room, width] = await text.evaluate((element) => [element.clientWidth, element.scrollWidth] as const)
      assert.equal(width, room)
    },
  },
  {
    name: 'the lines of a key file have room in its field',
    path: '/crypto/keys?action=read',
    async act(page) {
      await page.setViewportSize({ width: 1440, height: 900 })
      const field = page.locator('textarea[name=text]')
      await field.fill(`-----BEGIN OPENSSH PRIVATE KEY-----\n${'M'.repeat(70)}\n-----END OPENSSH PRIVATE KEY-----\n`)
      await page.locator('textarea.key-file').waitFor()
      const [room, width, space] = await field.evaluate((element) => {
        return [element.clientWidth, element.scrollWidth, getComputedStyle(element).whiteSpace] as const
      })
      assert.deepEqual([width, space], [room, 'pre'])
    },
  },
  {
    name: 'Markdown is seen as a page without what is harmful, and kept HTML too',
    path: '/format/markdown',
    async act(page) {
      await page.locator(CODE_FIELD).first().fill('# Tea\n\n<b onclick="x()">hot</b> <iframe src="/">')
      await page.getByRole('radio', { name: 'Keep unchanged' }).check({ force: true })
      const frame = page.frameLocator('iframe.foreign')
      await frame.locator('b', { hasText: 'hot' }).waitFor()
      assert.equal(await frame.locator('[onclick], iframe, script').count(), 0)
      await page.getByRole('button', { name: 'HTML', exact: true }).click()
      await page.locator('.text-output pre', { hasText: 'onclick="x()"' }).waitFor()
    },
  },
  {
    name: 'a pattern is explained before there is a text',
    path: '/text/regex',
    async act(page) {
      await page.locator('input[name=pattern]').fill('(?<year>\\d{4})')
      await page.locator('.regex-parts li', { hasText: 'exactly 4 times' }).waitFor()
      // a mistake is shown in the pattern, not at the same place of the text
      await page.locator('.input-pane textarea').fill('nothing')
      await page.locator('input[name=pattern]').fill('a(b')
      await page.locator('.caret', { hasText: /^a\(b\n/ }).waitFor()
    },
  },
  {
    name: 'the slider moves a network to another prefix',
    path: '/network',
    async act(page) {
      await page.locator('input[name=text]').fill('192.0.2.77/26')
      await page.locator('.prefix-slider input').fill('25')
      await page.locator('.big-facts .value', { hasText: '255.255.255.128' }).waitFor()
      assert.equal(await page.locator('.bit-view .bits-network').last().textContent(), '1')
    },
  },
  {
    name: 'a network that is smaller than the usual parts is split once their prefix is typed',
    path: '/network?mode=split',
    async act(page) {
      await page.locator('input[name=text]').fill('192.0.2.0/29')
      await page.locator('input[name=into][aria-invalid=true]').waitFor()
      await page.locator('input[name=into]').fill('30')
      await page.locator('.big-facts .value', { hasText: '192.0.2.0/29' }).waitFor()
      assert.ok(await page.locator('input[name=into]').evaluate((field) => field === document.activeElement))
    },
  },
  {
    name: 'a base is typed into and a bit of the float turned over',
    path: '/jinzhizh',
    async act(page) {
      await page.locator('#base-16').fill('ff')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#base-10')?.value === '255')
      await page.getByRole('button', { name: '0: bit 31, sign' }).click()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#base-10')?.value === '-255')
    },
  },
  {
    name: 'a base that is not chosen has no field',
    path: '/jinzhizh',
    async act(page) {
      await page.locator('#base-16').fill('ff')
      await page.getByLabel('To base').fill('')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#base-10')?.value === '255')
      await page.locator('#base-36').waitFor()
      assert.equal(await page.getByText('undefined').count(), 0)
    },
  },
  {
    name: 'a column of numbers that is pasted stays a column',
    path: '/jinzhizh',
    async act(page) {
      await page.locator('#base-16').evaluate((field) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', 'ff\n10\n')
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      assert.equal(await page.locator('textarea[name=text]').inputValue(), 'ff\n10')
      await page.getByLabel('To base').fill('10')
      await page.locator('.base-fields pre', { hasText: /^255\n16$/ }).waitFor()
      await page.locator('textarea[name=text]').fill('7')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#base-10')?.value === '7')
    },
  },
  {
    name: 'parameters of a URL are edited in fields',
    path: '/code/urlcode',
    async act(page) {
      await page.locator('textarea[name=text]').fill('https://a.example/?q=%E4%B8%AD&utm_source=x')
      await page.getByRole('button', { name: 'Remove tracking' }).click()
      await page.getByLabel('Value of q').fill('文')
      await seeValue(page.locator('textarea[name=text]'), 'https://a.example/?q=%E6%96%87')
    },
  },
  {
    name: 'a file becomes Base64 and HTML, and its Base64 the file again',
    path: '/crypto/base64',
    async act(page) {
      const picture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: Buffer.from(picture, 'base64') })
      await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>('[name=coded]')?.value === text, picture)
      await page.locator('.file-preview', { hasText: '1 × 1 px' }).waitFor()
      await page.getByLabel('Output format').selectOption('html')
      await seeValue(page.locator('[name=coded]'), `<img src="data:image/gif;base64,${picture}" alt="dot.gif">`)
      const left = await page.getByRole('button', { name: 'Remove' }).evaluate(async (button: HTMLElement) => {
        button.click()
        await Promise.resolve() // what the click changes is drawn before this
        return document.querySelector<HTMLTextAreaElement>('[name=coded]')?.value
      })
      assert.equal(left, '')
      await page.locator('[name=coded]').fill(picture)
      await page.locator('.file-preview', { hasText: 'decoded.gif' }).waitFor()
    },
  },
  {
    name: 'Base64 is there in its other forms',
    path: '/code/base64code',
    async act(page) {
      await page.locator('textarea[name=text]').fill('~~?')
      await page.locator('.coded-forms code', { hasText: /^fn4_$/ }).waitFor()
    },
  },
  {
    name: 'a hidden character is seen, named and taken out',
    path: '/code/utf8code',
    async act(page) {
      await page.locator('textarea[name=text]').fill('a\u200bb')
      await page.getByRole('button', { name: 'U+200B ZERO WIDTH SPACE' }).click()
      await page.locator('.chosen-cell .found', { hasText: 'zero-width space' }).waitFor()
      await page.locator('.unicode-writings code', { hasText: '61 E2 80 8B 62' }).waitFor()
      await page.getByRole('button', { name: 'Remove hidden characters' }).click()
      await page.waitForFunction(() => document.querySelector('.output-pane pre')?.textContent === 'ab')
    },
  },
  {
    name: 'an hour is clicked into a cron expression, in words and in the zone',
    path: '/convert/cron',
    async act(page) {
      await page.getByRole('button', { name: 'every day at 9' }).click()
      // Before the first answer stands, it may move a button away under the pointer.
      await page.locator('.cron-words', { hasText: 'At 09:00' }).waitFor()
      await page.locator('input[name=zone]').fill('Asia/Shanghai')
      await page.locator('.cron-grid button', { hasText: /^18$/ }).click()
      await seeValue(page.locator('input[name=text]'), '0 9,18 * * *')
      await page.locator('.cron-words', { hasText: 'At 09:00 and 18:00' }).waitFor()
      await page.locator('.cron-runs time', { hasText: '01:00:00 UTC' }).first().waitFor()
    },
  },
  {
    name: 'the time zone before a cron expression fills the field, and stays as an hour is clicked',
    path: '/convert/cron',
    async act(page) {
      await page.locator('input[name=text]').fill('CRON_TZ=Asia/Tokyo 0 9 * * *')
      await page.locator('.cron-words', { hasText: 'Asia/Tokyo' }).waitFor()
      const zone = page.locator('input[name=zone]')
      await seeValue(zone, 'Asia/Tokyo')
      assert.equal(await zone.isEditable(), false)
      await page.locator('.cron-grid button', { hasText: /^18$/ }).click()
      await seeValue(page.locator('input[name=text]'), 'CRON_TZ=Asia/Tokyo 0 9,18 * * *')
      await page.locator('.cron-words', { hasText: 'Asia/Tokyo, not UTC' }).waitFor()
      await page.locator('.cron-runs time', { hasText: '00:00:00 UTC' }).first().waitFor()
    },
  },
  {
    name: 'JSON is compared side by side, by path and as a patch',
    path: '/text/json-diff',
    async act(page) {
      await page.locator('.examples button').first().click()
      await page.locator('.diff-cell.added', { hasText: '"c": true' }).waitFor()
      assert.equal(await page.locator('.diff-cell.removed').count(), 1)
      await page.getByRole('tab', { name: 'By path' }).click()
      await page.locator('.json-changes', { hasText: '$.b[1]' }).waitFor()
      await page.getByRole('tab', { name: 'JSON Patch' }).click()
      await page.locator('.json-differences pre', { hasText: '{"op":"add","path":"/c","value":true}' }).waitFor()
    },
  },
  {
    name: 'status codes are narrowed by class, and one is opened',
    path: '/web/http-status',
    async act(page) {
      assert.ok((await page.locator('.reference-list li').count()) > 60)
      await page.getByRole('button', { name: '5xx' }).click()
      assert.equal(await page.locator('.reference-group').count(), 1)
      await page.locator('summary', { hasText: '503' }).click()
      await page.locator('.reference-facts:visible', { hasText: 'may help after a pause' }).waitFor()
    },
  },
  {
    name: 'a port is chosen among the common ones, then searched by name',
    path: '/web/ports',
    async act(page) {
      await page.getByRole('button', { name: /^5432/ }).click()
      await page.locator('.reference-port', { hasText: 'PostgreSQL' }).first().waitFor()
      await page.locator('input[name=text]').fill('wireguard')
      await page.locator('.reference-port', { hasText: '51820' }).waitFor()
    },
  },
  {
    name: 'a table is saved as a workbook',
    path: '/code/utf8code',
    async act(page) {
      await page.locator('textarea[name=text]').fill('中')
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as XLSX' }).click()
      const file = await saved
      assert.match(file.suggestedFilename(), /\.xlsx$/)
      const parts = unzipSync(await readFile(await file.path()))
      assert.match(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array()), /CJK UNIFIED IDEOGRAPH-4E2D/)
    },
  },
  {
    name: 'a character takes another reading',
    path: '/convert/pinyin',
    async act(page) {
      await page.locator('textarea[name=text]').fill('银行')
      await page.getByRole('button', { name: 'Show above the characters' }).click()
      const before = await page.locator('.ruby-text button rt').last().textContent()
      await page.getByRole('button', { name: '行:' }).click()
      assert.notEqual(await page.locator('.ruby-text button rt').last().textContent(), before)
    },
  },
]

for (const { name, path, act } of rows)
  test(name, async () => {
    const { page, problems } = await visitPage(path)
    await act(page)
    // The bar stands over what is scrolled below it.
    await page.evaluate(() => scrollTo(0, 0))
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(problems, [])
  })
