import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { until } from '@octet/core/testing/until.ts'
import { findBarriers } from './axe.ts'
import { usePeople } from './people.ts'
import { hasAddressData } from './real-api.ts'
import { seeToast } from './see-toast.ts'

const skip = hasAddressData ? false : 'no address data'
const BRAND = '云图 & Co'
const folder = await mkdtemp(join(tmpdir(), 'octet-pay-'))

const { open, sitDownAs, addAccount, addOperator } = usePeople(async () => {
  const config = join(folder, 'octet.yaml')
  await writeFile(
    config,
    [
      `brand: { name: ${BRAND} }`,
      'plans:',
      '  - { id: free, name: FREE, requestsPerMonth: 5, keys: 2 }',
      '  - { id: standard, name: Standard, requestsPerMonth: 1000, monthlyPrice: 4900, extraPer1000: 50 }',
      '  - { id: business, name: Business, requestsPerMonth: 100000, monthlyPrice: 19900, databases: [asn] }',
    ].join('\n'),
  )
  return config
})
after(() => rm(folder, { recursive: true }))

/** After which the state of an order is asked for again. */
const ORDER_MS = 1_000

const WORDS = {
  en: {
    prefix: '',
    startFree: 'Start free',
    subscribeFree: 'Subscribe free',
    successful: 'Subscription successful, please go to your account to check',
    alreadyFree: 'You have subscribed to the free service, please go to the console to use it',
    already:
      'You have already subscribed to the current package. If you need to increase the quantity, please go to the console to upgrade',
    spent: 'This month’s quota of 5 requests is used up',
    used: '5 of 5 used',
    change: 'Change plan',
    order: 'Order and pay',
    declined: 'Declined',
    secure: '3-D Secure asks first',
    pay: 'Pay (SANDBOX)',
    failed: 'The payment did not go through: card declined',
    approve: 'Approve',
    toBilling: 'Go to billing',
    close: 'Close',
    sandbox: 'SANDBOX – no money was moved; this is not an invoice',
    ownPlan: 'Your plan',
    renewed: 'Renewed each month at the price of that day, now $49.00 without tax, until you cancel it.',
    from: /^From .*: Standard, Monthly$/,
    stay: 'Stay with Business, Monthly',
    renews: /^Renews on /,
  },
  zh: {
    prefix: '/zh',
    startFree: '免费开始',
    subscribeFree: '免费订阅',
    successful: '订阅成功，请前往个人中心查看',
    alreadyFree: '您已订阅免费服务，请前往控制台使用',
    already: '您已订阅当前套餐，如需增加用量，请前往控制台升级',
    spent: '本月 5 次请求额度已用完',
    used: '已用 5 / 5',
    change: '变更套餐',
    order: '下单并付款',
    declined: '卡片被拒',
    secure: '需要 3-D Secure 验证',
    pay: '付款（SANDBOX）',
    failed: '付款未成功：银行卡被拒',
    approve: '批准',
    toBilling: '查看账单',
    close: '关闭',
    sandbox: 'SANDBOX 沙盒演示，未发生真实付款，不作为付款凭证',
    ownPlan: '当前套餐',
    renewed: '每月按当时价格续费（目前为 US$49.00，不含税），直至您取消。',
    from: /起变更为.*Standard（按月）$/,
    stay: '保留 Business（按月）',
    renews: /^将于.*续费$/,
  },
} as const
/** A call of the page's own, with its token. */
const call = (
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ code: number; msg: string; data: Record<string, string> }> =>
  page.evaluate(
    async ([verb, to, text]) => {
      const token = /token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const answer = await fetch(`/v1/${to}`, {
        method: verb as string,
        headers: { token, 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
        ...(text && { body: text }),
      })
      return answer.json()
    },
    [method, path, body && JSON.stringify(body)],
  )

for (const lang of ['en', 'zh'] as const)
  test(`${lang}: free → over the quota → upgrade in the sandbox → invoice → PDF`, { skip }, async () => {
    const words = WORDS[lang]
    const email = `pay-${lang}@example.org`
    await addAccount(email)
    const { page, problems, close } = await sitDownAs(email)
    const openOwn = (path: string) => open(page, words.prefix + path)
    const dialog = page.getByRole('dialog')

    await openOwn('/pricing')
    assert.equal(await page.locator('.bar .logo').innerText(), BRAND)
    await page.getByRole('button', { name: words.startFree }).click()
    await seeToast(page, { words: words.successful }, () => dialog.getByRole('button', { name: words.subscribeFree }).click())
    await page.locator('.plan-card', { hasText: 'FREE' }).getByRole('button', { name: words.ownPlan }).click()
    await dialog.getByText(words.alreadyFree).waitFor()

    const { key } = (await call(page, 'POST', 'keys', { name: 'k' })).data
    const look = () => call(page, 'GET', `ip/192.0.2.1?key=${key}`)
    await until(async () => (await look()).code === 200, 'the key is known')
    for (let i = 0; i < 4; i++) assert.equal((await look()).code, 200)
    const refused = await look()
    assert.deepEqual([refused.code, refused.msg], [429, words.spent])

    await until(async () => {
      await openOwn('/account/billing')
      return page
        .getByText(words.used)
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        )
    }, 'the requests are counted') // the meter writes each second
    await page.getByRole('button', { name: words.change }).click()
    await page.route('**/v1/billing/quote', (route) =>
      route.fulfill({ status: 409, json: { code: 409, msg: 'no quote', data: {} } }),
    )
    await page.getByRole('button', { name: 'Standard' }).click()
    await dialog.getByText('no quote').waitFor()
    await page.keyboard.press('Escape')
    await page.unroute('**/v1/billing/quote')
    await page.getByRole('button', { name: 'Standard' }).click()
    await dialog.getByText(words.renewed).waitFor()
    await page.route('**/v1/billing/subscribe', (route) =>
      route.fulfill({ status: 409, json: { code: 409, msg: 'bought elsewhere', data: { resolution: 'look there' } } }),
    )
    await dialog.getByRole('button', { name: words.order }).click()
    await dialog.getByRole('alert').getByText('bought elsewhere. look there').waitFor()
    await page.unroute('**/v1/billing/subscribe')
    await dialog.getByRole('button', { name: words.order }).click()
    await page.setViewportSize({ width: 320, height: 900 })
    const cut = await dialog
      .locator('.sums dd')
      .evaluateAll((sums) => sums.filter((sum) => sum.scrollWidth > sum.clientWidth).length)
    assert.equal(cut, 0, 'an amount runs out of its line')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.route('**/v1/billing/sandbox/pay', (route) =>
      route.fulfill({ status: 409, json: { code: 409, msg: 'no bank today', data: {} } }),
    )
    await dialog.getByRole('button', { name: words.pay }).press('Enter')
    await dialog.getByRole('alert').filter({ hasText: 'no bank today' }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), words.pay)
    await page.unroute('**/v1/billing/sandbox/pay')
    await dialog.getByLabel(words.declined).check()
    await dialog.getByRole('button', { name: words.pay }).click()
    await dialog.getByText(words.failed).waitFor()
    await dialog.getByLabel(words.secure).check()
    await dialog.getByRole('button', { name: words.pay }).click()
    await dialog.getByRole('button', { name: words.approve }).press('Enter')
    await dialog.getByText(words.successful).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2')
    assert.equal((await look()).code, 200, 'the plan counts at once')
    assert.deepEqual(await findBarriers(page), [])
    await dialog.getByRole('link', { name: words.toBilling }).click()
    await page.getByRole('button', { name: words.change, expanded: false }).waitFor() // what was chosen is done with

    await page.getByRole('link', { name: /SANDBOX-\d{6}/ }).press('Enter')
    await page.getByText(words.sandbox).waitFor()
    assert.equal(await page.locator('.invoice-seller').innerText(), BRAND)
    assert.equal((await page.title()).split(' · ').at(-1), BRAND, 'the title of a page that was gone to')
    assert.equal(await page.locator('.bar .logo').innerText(), BRAND)
    const manifest = await page.evaluate(async () => (await fetch('/site.webmanifest')).json())
    assert.deepEqual([manifest.name, manifest.short_name], [`${BRAND}: network and developer tools`, BRAND])
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
    await page
      .locator('.invoice')
      .getByText(lang === 'en' ? '$49.00' : 'US$49.00')
      .first()
      .waitFor()
    await page.setViewportSize({ width: 320, height: 900 })
    const hidden = await page.locator('.invoice .bill-scroll').evaluate((one) => one.scrollWidth - one.clientWidth)
    assert.equal(hidden, 0, 'amounts are out of sight on a phone')
    await page.setViewportSize({ width: 1280, height: 900 })
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
    assert.match(download.suggestedFilename(), /^SANDBOX-\d{6}\.pdf$/)
    assert.equal((await readFile(await download.path())).subarray(0, 5).toString(), '%PDF-')

    await openOwn('/pricing')
    await page.locator('.plan-card', { hasText: 'Standard' }).getByRole('button', { name: words.ownPlan }).click()
    await dialog.getByText(words.already).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const path of ['/account/billing', '/pricing'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await openOwn(path)
        await page.emulateMedia({ colorScheme })
        await page.locator('.bill-table, .pricing-table').first().waitFor()
        assert.deepEqual(await findBarriers(page), [], `${path} ${colorScheme}`)
      }

    await page.setViewportSize({ width: 320, height: 640 })
    const beyond = await page
      .locator('.pricing-scroll')
      .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    assert.deepEqual(beyond, [0, 0], 'prices are out of sight on a phone')
    await page.setViewportSize({ width: 1280, height: 900 })

    const { order } = (await call(page, 'POST', 'billing/subscribe', { plan: 'business' })).data as unknown as {
      order: { id: string }
    }
    await call(page, 'POST', 'billing/sandbox/pay', { order: order.id, card: 'success' })
    await until(
      async () => (await call(page, 'GET', 'billing/subscription')).data['plan'] === 'business',
      'the larger plan is paid',
    )
    await call(page, 'POST', 'billing/subscribe', { plan: 'standard' })
    await openOwn('/account/billing')
    await page.getByText(words.from).waitFor()
    assert.equal(await page.getByText(words.renews).count(), 0, 'the present plan is not renewed')
    await page.getByRole('button', { name: words.stay }).press('Enter')
    await page.getByText(words.renews).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'bill-name')

    const money = page.locator('.bill-sandbox .bill-actions').nth(1)
    const leaves = async () => {
      const played = page.locator('.bill-sandbox p', { hasText: /SANDBOX-\d{6}/ })
      const words = await played.textContent()
      await money.getByRole('button').first().press('Enter')
      await page.waitForFunction((last) => !document.querySelector('.bill-sandbox')?.textContent?.includes(last!), words)
    }
    await leaves()
    assert.equal(
      await money
        .getByRole('button')
        .first()
        .evaluate((one) => one === document.activeElement),
      true,
    )
    await leaves()
    assert.equal(await money.count(), 0, 'both invoices are given back')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'bill-sandbox')
    assert.deepEqual(problems, [])
    await close()
  })

test(
  'back from a provider, and the server is slow: it is asked one thing at a time, and the payment is said once',
  { skip },
  async () => {
    await addAccount('crawl@example.org')
    const { page, close } = await sitDownAs('crawl@example.org')
    const asked: Route[] = []
    await page.route('**/v1/billing/orders/*', (route) => void asked.push(route))
    await open(page, '/account/billing?order=0f7c1b5e-7f0f-4b7a-9d55-a3f8a1f6c001')
    await until(() => asked.length > 0, 'the order is asked for')
    await page.waitForTimeout(2 * ORDER_MS)
    assert.equal(asked.length, 1, 'each answer would be told')
    const json = { code: 200, msg: '', data: { id: 'o', state: 'paid', message: 'It is paid' } }
    await seeToast(page, { words: 'It is paid' }, () => Promise.all(asked.map((route) => route.fulfill({ json }))))
    assert.equal(await page.locator('.toast').count(), 1)
    assert.equal(asked.length, 1)
    await close()
  },
)

test('an invoice that does not exist leads back to billing', { skip }, async () => {
  await addAccount('nobill@example.org')
  const { page, close } = await sitDownAs('nobill@example.org')
  await open(page, '/account/billing?invoice=00000000-0000-4000-8000-000000000000')
  await page.locator('.status.failed').waitFor()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await page.getByRole('heading', { name: 'Invoices' }).waitFor()
  await close()
})

test('what the sandbox says late, as on a slow server, is shown all the same', { skip }, async () => {
  await addAccount('later@example.org')
  const { page, close } = await sitDownAs('later@example.org')
  await open(page, '/terms')
  const { order } = (await call(page, 'POST', 'billing/subscribe', { plan: 'standard' })).data as unknown as {
    order: { id: string }
  }
  await call(page, 'POST', 'billing/sandbox/pay', { order: order.id, card: 'success' })
  await until(async () => (await call(page, 'GET', 'billing/subscription')).data['plan'] === 'standard', 'it is paid')
  const before = await call(page, 'GET', 'billing/invoices')
  let asked = 0
  await page.route('**/v1/billing/invoices', (route) => (++asked < 3 ? route.fulfill({ json: before }) : route.continue()))
  await open(page, '/account/billing')
  const money = page.locator('.bill-sandbox .bill-actions').nth(1)
  await money.getByRole('button').first().press('Enter')
  await money.waitFor({ state: 'detached' })
  await close()
})

const REFUND = {
  en: {
    refund: (invoice: string) => `Refund ${invoice}`,
    part: 'A part',
    amount: 'Amount in USD',
    reason: 'Reason',
    goOn: 'Continue',
    tooMuch: 'Expected an amount such as 12.50, at most $49.00; got “50”.',
    noReason: 'Say why, in a few words.',
    sure: /sandbox will give \$9\.50 back to .*This cannot be undone/,
    give: 'Give $9.50 back',
    asked: /sandbox has taken the order to give \$9\.50 back/,
    tooLate: /at most \$38\.50 can be given back/,
    close: 'Close',
    list: 'Refunds',
    search: 'Email or invoice',
    find: 'Find',
  },
  zh: {
    refund: (invoice: string) => `退款：${invoice}`,
    part: '部分退款',
    amount: '退款金额（USD）',
    reason: '原因',
    goOn: '下一步',
    tooMuch: '请输入形如 12.50 的金额，最多 US$49.00，当前输入为“50”。',
    noReason: '请简要填写原因。',
    sure: /将通过 sandbox 向 .* 退还 US\$9\.50，此操作无法撤销/,
    give: '退还 US$9.50',
    asked: /sandbox 已受理 US\$9\.50 的退款/,
    tooLate: /最多可退 .*38\.50/,
    close: '关闭',
    list: '退款记录',
    search: '邮箱或账单号',
    find: '查找',
  },
} as const

for (const lang of ['en', 'zh'] as const)
  test(
    `${lang}: the operator gives part of a payment back; more than is left by then is refused in words`,
    { skip },
    async () => {
      const words = REFUND[lang]
      const email = `back-${lang}@example.org`
      const boss = `boss-${lang}@example.org`
      await addAccount(email)
      await addOperator(boss)
      const buyer = await sitDownAs(email)
      await open(buyer.page, `${WORDS[lang].prefix}/terms`)
      const { order } = (await call(buyer.page, 'POST', 'billing/subscribe', { plan: 'standard' })).data as unknown as {
        order: { id: string }
      }
      await call(buyer.page, 'POST', 'billing/sandbox/pay', { order: order.id, card: 'success' })
      await buyer.close()

      const { page, problems, close } = await sitDownAs(boss)
      const dialog = page.getByRole('dialog')
      const row = page.locator('tbody tr', { hasText: email })
      await until(async () => {
        await open(page, `${WORDS[lang].prefix}/admin/payments`)
        await page.getByLabel(words.search).fill(email)
        await page.getByRole('button', { name: words.find }).click()
        await page.locator('.plain-table, .account-empty').first().waitFor()
        return (await row.count()) === 1
      }, 'the payment is in the list')
      const invoice = (await row.locator('td').nth(2).textContent()) ?? ''
      await row.getByRole('button', { name: words.refund(invoice) }).click()
      await dialog.getByLabel(words.part).check()
      await dialog.getByLabel(words.amount).fill('50')
      await dialog.getByRole('button', { name: words.goOn }).click()
      await dialog.getByText(words.tooMuch).waitFor()
      await dialog.getByText(words.noReason).waitFor()
      assert.deepEqual(await findBarriers(page), [])
      await dialog.getByLabel(words.amount).fill('9.50')
      await dialog.getByLabel(words.reason).fill('ordered twice')
      await dialog.getByRole('button', { name: words.goOn }).click()
      await dialog.getByText(words.sure).waitFor()
      await dialog.getByRole('button', { name: words.give }).click()
      await dialog.getByText(words.asked).waitFor()
      await dialog.getByRole('button', { name: words.close }).last().click()
      await dialog.waitFor({ state: 'detached' })

      const listed = async () => (await call(page, 'GET', 'admin/refunds')).data as unknown as { invoice: string }[]
      await until(async () => (await listed()).some((one) => one.invoice === invoice), 'the sandbox confirms it')
      // What was left when the dialog opened is not any more.
      await row.getByRole('button', { name: words.refund(invoice) }).click()
      await dialog.getByLabel(words.reason).fill('all of it')
      await dialog.getByRole('button', { name: words.goOn }).click()
      await call(page, 'POST', 'admin/refunds', { invoice, amount: 100 })
      await until(async () => (await listed()).filter((one) => one.invoice === invoice).length === 2, 'the sandbox confirms it')
      await dialog.locator('.button.danger').click()
      await dialog.getByText(words.tooLate).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: words.list }).click()
      await row.filter({ hasText: 'ordered twice' }).getByText(boss).waitFor()
      assert.deepEqual(await findBarriers(page), [])
      assert.deepEqual(problems, [])
      await close()
    },
  )
