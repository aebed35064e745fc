import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { findChunk } from './find-chunk.ts'
import { useSite } from './site.ts'
import { seeToast } from './see-toast.ts'

const { openPage, visitPage, getSite } = useSite()

const output = (page: Page) => page.locator('.pipeline-output .result')
const example = async (page: Page, name: string) => {
  await page.locator('.examples button', { hasText: name }).click()
  await page.locator('.step-options').first().waitFor()
}
const run = async (page: Page) => {
  await page.getByRole('button', { name: /^(Run|运行)$/ }).click()
  await page.locator('.pipeline-output .status .dot.ok, .pipeline-output .status.failed').waitFor()
}

test('steps of the browser and of the server run in a row, and each one’s output can be seen', async () => {
  const { page, problems } = await visitPage('/pipeline')
  await example(page, 'Networks in a log')
  await run(page)
  assert.match((await output(page).textContent()) ?? '', /64500,Example Networks,4/)
  const called = getSite().calls.filter(({ path }) => path.startsWith('/v1/tools/'))
  assert.deepEqual(
    called.map(({ path }) => path),
    ['/v1/tools/ip-batch'],
  )
  await page.locator('.step').first().getByRole('button', { name: 'Show output' }).click()
  assert.match((await output(page).textContent()) ?? '', /^8\.8\.8\.8\n1\.1\.1\.1\n/)
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(problems, [])
})

test('each line on its own; what fails says which line and why', async () => {
  const { page } = await visitPage('/zh/pipeline')
  const pipeline = { steps: [{ tool: 'json', options: { action: 'minify' }, eachLine: true }] }
  const file = { name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(pipeline)) }
  await page.locator('input[accept*=json]').setInputFiles(file)
  await page.locator('.pipeline-input textarea').fill('{ "a": 1 }\n{"b"\n[ "你好" ]')
  await run(page)
  const lines = ((await output(page).textContent()) ?? '').split('\n')
  assert.deepEqual([lines[0], lines.at(-1)], ['{"a":1}', '["你好"]'])
  assert.match(lines[1] ?? '', /^! \{"b": .*第 1 行/)
  assert.match((await page.locator('.step-state').textContent()) ?? '', /3 \/ 3 行/)
})

test('a step that fails says why and the ones behind it wait', async () => {
  const { page } = await visitPage('/pipeline')
  await example(page, 'CSV to grouped counts')
  await page.getByRole('combobox', { name: 'From' }).selectOption('json')
  await page.locator('.pipeline-input textarea').fill('{"a":')
  await run(page)
  assert.match((await page.locator('.step.failed .step-problem').textContent()) ?? '', /line 1/)
  assert.equal(await page.locator('.step.waiting').count(), 1)
})

test('a link carries the steps without the secrets, and opens as it was', async () => {
  const { page, close } = await openPage('/pipeline', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('combobox', { name: 'Choose a tool' }).fill('lines')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('combobox', { name: 'Choose a tool' }).fill('jwt')
  await page.keyboard.press('Enter')
  await page
    .locator('.step')
    .nth(1)
    .getByRole('textbox', { name: /Secret or key/ })
    .fill('very-secret-key')
  await page.locator('.step').nth(1).getByRole('switch', { name: 'Each line separately' }).check()
  await page.getByRole('button', { name: 'Share' }).click()
  await seeToast(page, { type: 'success' }, () => page.getByRole('menuitem', { name: 'Copy link with the steps' }).click())
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, /\/pipeline#in=[\w-]+$/)
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  assert.ok(!kept.includes('very-secret-key'), 'nothing keeps the key')
  const second = await openPage(link.slice(getSite().origin.length))
  await second.page.locator('.step').nth(1).waitFor()
  await second.page
    .locator('.step')
    .nth(1)
    .getByRole('textbox', { name: /Secret or key/ })
    .waitFor()
  assert.equal(
    await second.page
      .locator('.step')
      .nth(1)
      .getByRole('textbox', { name: /Secret or key/ })
      .inputValue(),
    '',
  )
  assert.ok(await second.page.locator('.step').nth(1).getByRole('switch', { name: 'Each line separately' }).isChecked())
  await second.close()
  await close()
})

test('saved by name, opened again, exported for the command line and imported', async () => {
  const { page } = await visitPage('/pipeline')
  await example(page, 'Hash each line')
  await page.getByRole('textbox', { name: 'Name' }).fill('My hashes')
  await seeToast(page, { type: 'success' }, () => page.getByRole('button', { name: 'Save', exact: true }).click())
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const file = await (await downloading).path()
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
    name: 'My hashes',
    steps: [
      { tool: 'lines', options: { action: 'trim' } },
      { tool: 'lines', options: { action: 'unique' } },
      { tool: 'hash', options: { algorithm: 'sha256' }, eachLine: true },
    ],
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Clear all' }).click()
  assert.equal(await page.locator('.step').count(), 0)
  await page.getByRole('button', { name: 'My pipelines' }).click()
  await page.getByRole('menuitem', { name: 'My hashes' }).click()
  assert.equal(await page.locator('.step').count(), 3)
  const wrong = { name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{"steps":[{"name":"x"}]}') }
  await page.locator('input[accept*=json]').setInputFiles(wrong)
  await page.getByRole('alert').filter({ hasText: 'steps.0.tool' }).waitFor()
  assert.equal(await page.locator('.step').count(), 3)
})

/** After which a toast has gone (SPEC §9). */
const TOAST_MS = 2_500

for (const [text, words] of [
  ['{"steps":[{"name":"x"}]}', '这不是有效的流水线：请输入“steps.0.tool”'],
  ['steps: []', '这不是有效的流水线：pipeline：应为 JSON，收到“steps: []”'],
] as const)
  test(`a file that is no pipeline is refused in the language of the page: ${text}`, async () => {
    const { page } = await visitPage('/zh/pipeline')
    const file = { name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from(text) }
    const refusal = page.getByRole('alert').getByText(words, { exact: true })
    await page.locator('input[accept*=json]').setInputFiles(file)
    await refusal.waitFor()
    await page.waitForTimeout(TOAST_MS)
    assert.ok(await refusal.isVisible(), 'it stays longer than a toast')
  })

test('a removed step comes back with its options, by touch and by keys, until something else has changed', async () => {
  const { page, close } = await openPage('/pipeline', { hasTouch: true, isMobile: true, viewport: { width: 320, height: 700 } })
  await example(page, 'Hash each line')
  const titles = () => page.locator('.step h2').allTextContents()
  const before = await titles()
  await page.locator('.step').nth(2).getByRole('button', { name: 'Remove' }).tap()
  assert.equal((await titles()).length, 2)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.tap()
  assert.deepEqual(await titles(), before)
  assert.equal(await undo.count(), 0)
  await page.waitForFunction(() => document.activeElement?.closest('.step') === document.querySelectorAll('.step')[2])
  const options = page.locator('.step').nth(2).locator('select').first()
  assert.equal(await options.inputValue(), 'sha256')

  await page.keyboard.press('Enter') // on the button that removes
  assert.equal((await titles()).length, 2)
  await undo.focus()
  await page.keyboard.press('Enter')
  assert.deepEqual(await titles(), before)

  await page.keyboard.press('Enter')
  await page.locator('.step').first().getByRole('button', { name: 'Move down' }).tap()
  assert.equal(await undo.count(), 0)
  await close()
})

test('the command and the call are those of the steps', async () => {
  const { page } = await visitPage('/pipeline')
  await example(page, 'Hash each line')
  const code = () => page.locator('.snippet code').textContent()
  assert.equal(await code(), 'octet pipeline lines:action=trim lines:action=unique hash/each:algorithm=sha256 < input.txt')
  await page.getByRole('tab', { name: 'curl' }).click()
  assert.match(
    (await code()) ?? '',
    /^curl http:\/\/[^ ]+\/v1\/pipeline .*"tool":"hash","options":\{"algorithm":"sha256"\},"eachLine":true/s,
  )
})

test('a run can be cancelled', async () => {
  const { page, close } = await openPage('/pipeline')
  await example(page, 'Hash each line')
  await page.route('**/v1/tools/**', () => undefined)
  await page.locator('.step').nth(0).getByRole('button', { name: 'Choose another tool' }).click()
  await page.getByRole('combobox', { name: 'Choose a tool' }).fill('ipbatch')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.locator('.step.running').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  assert.match((await page.locator('.pipeline-output .status.failed').textContent()) ?? '', /cancel/i)
  await close()
})

test('a tool’s page adds itself as a step, with what it worked on', async () => {
  const { page, close } = await openPage('/convert/daxiaoxie?to=snake')
  await page.fill('.input-pane textarea', 'Some Words')
  await page.locator('.result').getByText('some_words').waitFor()
  await page.getByRole('button', { name: 'Send to…' }).click()
  await page.getByRole('menuitem', { name: 'Add to a pipeline' }).click()
  await page.waitForURL('**/pipeline')
  await page.locator('.step-options').waitFor()
  assert.equal(await page.locator('.pipeline-input textarea').inputValue(), 'Some Words')
  await run(page)
  assert.equal(await output(page).textContent(), 'some_words')
  await close()
})

test('what is typed before the list of tools has come stands in its field', async () => {
  const { page, problems, close } = await openPage()
  const released = Promise.withResolvers<void>()
  await page.route(findChunk('app/pipeline/tool-picker.tsx'), async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(`${getSite().origin}/zh/pipeline`)
  await page.waitForSelector('html[data-ready]')
  await page.click('.add-step')
  await page.keyboard.type('md')
  released.resolve()
  await page.locator('dialog [role=combobox]').waitFor()
  await page.keyboard.type('5')
  assert.equal(await page.locator('dialog input').inputValue(), 'md5')
  await page.keyboard.press('Enter')
  await page.locator('.step').waitFor()
  assert.deepEqual(problems, [])
  await close()
})
