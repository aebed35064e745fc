import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './site.ts'

const { visitPage } = useSite()
const viewport = { width: 320, height: 640 }

for (const [path, table] of [
  ['/publicdns', '.resolvers-result .net-table'],
  ['/zh/publicdns', '.resolvers-result .net-table'],
  ['/networktest', '.reach-panel .net-table'],
] as const)
  test(`the table of ${path} is as wide as a phone`, async () => {
    const { page } = await visitPage(path, { viewport })
    const found = page.locator(table)
    await found.locator('tbody tr').first().waitFor()
    assert.equal(await found.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
  })

test('on a phone a value stands beside its name where it has room, else below it, over the whole width', async () => {
  const { page } = await visitPage('/crypto/totp?digits=6', { viewport })
  await page.locator('.examples button').first().click()
  const rows = page.locator('.result .record > dl:not(.main-answer) > div')
  await rows.filter({ hasText: 'otpauth://' }).waitFor()
  const places = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [name, value] = [...row.children].map((part) => part.getBoundingClientRect())
      return [
        row.textContent!,
        value!.top >= name!.bottom - 1,
        Math.round(value!.right - row.getBoundingClientRect().right),
      ] as const
    }),
  )
  for (const [text, isBelow, gap] of places) {
    assert.equal(isBelow, text.length > 35, text)
    assert.equal(gap, 0, text)
  }
})

test('a row of a stacked table keeps an identity number in one line', async () => {
  const { page } = await visitPage('/life/shenfenzheng', { viewport })
  await page.locator('.examples button').first().click()
  const value = page.locator('[data-stacked] td .value', { hasText: '11010519491231002X' }).first()
  await value.waitFor()
  assert.ok((await value.evaluate((button) => button.getBoundingClientRect().height)) < 32)
})

test('in the half of a tablet’s page a table of some columns breaks no word', async () => {
  const { page } = await visitPage('/zh/code/punycode', { viewport: { width: 768, height: 1000 } })
  await page.locator('.examples button').first().click()
  const values = page.locator('.result .table-scroll td .value')
  await values.filter({ hasText: 'xn--fsqu00a.xn--0zwm56d' }).first().waitFor()
  const heights = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().height))
  assert.ok(Math.max(...heights) < 32, heights.join(', '))
})

test('in the dark the shades of a table that does not scroll are hidden', async () => {
  const { page } = await visitPage('/docs', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  await page.locator('.table-scroll td').first().waitFor({ state: 'attached' })
  const [cover, ground] = await page
    .locator('.table-scroll')
    .first()
    .evaluate((table) => {
      const backdrop = (element: Element | null): string => {
        const { backgroundColor } = getComputedStyle(element ?? document.body)
        return element && backgroundColor === 'rgba(0, 0, 0, 0)' ? backdrop(element.parentElement) : backgroundColor
      }
      return [/rgba?\([^)]*\)/.exec(getComputedStyle(table).backgroundImage)?.[0], backdrop(table)]
    })
  assert.equal(cover, ground)
})

test('the first column of a long table stays in sight while it scrolls sideways', async () => {
  const networks = Array.from({ length: 30 }, (_, index) => `10.${index}.1.0/24`)
  const { page } = await visitPage(`/ipfanwei?text=${encodeURIComponent(networks.join('\n'))}`, {
    viewport,
  })
  const box = page.locator('.result .table-scroll')
  await box.locator('tbody tr').nth(29).waitFor()
  await box.evaluate((element) => element.scrollTo({ left: 9999 }))
  const [edge, first] = await Promise.all([
    box.evaluate((element) => element.getBoundingClientRect().left),
    box
      .locator('tbody td')
      .first()
      .evaluate((element) => element.getBoundingClientRect().left),
  ])
  assert.ok((await box.evaluate((element) => element.scrollLeft)) > 20)
  assert.equal(first, edge)
})

test('a code drawn of blocks keeps its lines on a phone', async () => {
  const { page } = await visitPage('/generate/qr?text=https://example.com/a/longer/path', { viewport })
  const drawn = page.locator('.text-output.drawn pre')
  await drawn.waitFor()
  const [height, rows] = await drawn.evaluate((pre) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(pre)
    const inner = pre.scrollHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
    return [Math.round(inner / Number.parseFloat(lineHeight)), pre.textContent.trimEnd().split('\n').length]
  })
  assert.equal(height, rows)
})

test('a word of the first of two columns is not broken on a phone', async () => {
  const { page } = await visitPage('/ipv4zh?text=192.0.2.1', { viewport })
  const value = page.locator('.table-scroll td:first-child .value', { hasText: /^Hexadecimal$/ })
  await value.waitFor()
  const lines = await value.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })
  assert.equal(lines, 1)
})

test('a long label stays beside its switch on a phone; elsewhere two texts lie beside each other, above what differs', async () => {
  const { page } = await visitPage('/text/diff', { viewport })
  const field = page.locator('.toggle-field', { hasText: 'Ignore white space' })
  const [label, toggle] = await Promise.all([field.locator('label').boundingBox(), field.locator('input').boundingBox()])
  assert.ok(label && toggle && label.x >= toggle.x + toggle.width)
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.locator('.examples button').nth(1).click()
  await page.locator('.diff-sides').waitFor()
  const [left, right, difference] = await Promise.all(
    ['.two-sides > :first-child', '.two-sides > :last-child', '.diff-sides'].map((part) => page.locator(part).boundingBox()),
  )
  assert.ok(left && right && difference && left.y === right.y && difference.y > left.y + left.height)
  assert.ok(difference.width > 2 * left.width)
})
