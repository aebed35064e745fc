import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './site.ts'

/** As where a visitor has set the text size of the browser to 24 px. */
const { visitPage } = useSite({ textPx: 24 })

for (const [path, shown] of [
  ['/', 'h1'],
  ['/zh', 'h1'],
  ['/ipdizhi?ip=203.0.113.7', '.ip-raw'],
  ['/zh/ipdizhi?ip=203.0.113.7', '.ip-raw'],
  ['/crypto/aes', '.pane-actions'],
  ['/asn/64500', '.asn-form'],
  ['/networktest', '.net-chip'],
  ['/publicdns', '.resolver-actions'],
  ['/zh/convert/shijian', '.clock-local'],
] as const)
  test(`${path} with large text is as wide as a phone`, async () => {
    const { page } = await visitPage(path, { viewport: { width: 320, height: 640 } })
    await page.locator(shown).first().waitFor()
    const [textPx, beyond] = await page.evaluate(() => {
      const root = document.documentElement
      return [getComputedStyle(root).fontSize, root.scrollWidth - root.clientWidth]
    })
    assert.deepEqual([textPx, beyond], ['24px', 0])
  })

test('a fact with large text stands below its name on a phone', async () => {
  const { page } = await visitPage('/ipdizhi?ip=203.0.113.7', { viewport: { width: 320, height: 640 } })
  const row = page.locator('.ip-panel dl > div').first()
  const [name, fact] = await Promise.all([row.locator('dt').boundingBox(), row.locator('dd').boundingBox()])
  assert.ok(name && fact && fact.x === name.x && fact.y >= name.y + name.height)
})

test('icons grow with the text', async () => {
  const { page } = await visitPage('/format/json')
  const heights = await page
    .locator('main .icon[height="1.125rem"]')
    .evaluateAll((icons) => icons.filter((icon) => icon.checkVisibility()).map((icon) => icon.clientHeight))
  assert.ok(heights.length > 0 && heights.every((height) => height === 27), heights.join())
})
