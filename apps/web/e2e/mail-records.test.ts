import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { useSite } from './site.ts'

const { visitPage } = useSite()

const toCheck = (id: string, verdict: 'bad' | 'notice') => ({ id, verdict, text: { en: `check ${id}`, zh: id } })
const REPORT: MailReport = {
  domain: 'shop.test',
  mx: [],
  servers: [],
  spf: { record: 'v=spf1 mx ?all', lookups: 1, voidLookups: 0, all: '?all', steps: [] },
  dmarc: { record: null, policy: null, tags: {}, from: null },
  dkim: [],
  mtaSts: { record: 'v=STSv1; id=1', mode: 'enforce', hosts: [], maxAgeSeconds: 1, problem: null },
  tlsRpt: null,
  bimi: { record: null, logo: null, authority: null },
  dane: [],
  checks: [
    toCheck('spf-all', 'notice'),
    toCheck('dmarc', 'bad'),
    toCheck('dkim', 'notice'),
    toCheck('mta-sts', 'notice'),
    toCheck('tls-rpt', 'notice'),
  ],
  isComplete: true,
}

test('a record that the mail check misses is made a click away, for the same domain, and checked a click back', async () => {
  const { page } = await visitPage('/lookup/mail')
  await page.route('**/v1/tools/mail', (route) => route.fulfill({ json: { code: 200, msg: 'OK', data: REPORT } }))
  await page.fill('input[name=domain]', 'shop.test')
  await page.locator('.run').click()
  const links = page.locator('.check-list a')
  await links.first().waitFor()
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.toString()),
  )
  assert.deepEqual(hrefs.toSorted(), [
    'make=dkim&domain=shop.test',
    'make=dmarc&domain=shop.test',
    'make=spf&current=v%3Dspf1+mx+%3Fall&domain=shop.test',
    'make=tls-rpt&domain=shop.test',
  ])
  await links.filter({ hasText: 'Change it' }).click()
  await page.locator('.made-records dd', { hasText: 'v=spf1 mx ?all' }).waitFor()
  await page.locator('.mail-services button', { hasText: 'Google Workspace' }).click()
  await page.locator('.made-records dd', { hasText: 'v=spf1 mx include:_spf.google.com ?all' }).waitFor()
  assert.equal(await page.inputValue('textarea[name=senders]'), 'Google Workspace')
  await page.locator('.mail-services button', { hasText: 'Google Workspace' }).click()
  await page.locator('.made-records dd', { hasText: 'v=spf1 mx ?all' }).waitFor()
  assert.match((await page.locator('.result .pane-head a').getAttribute('href')) ?? '', /\/lookup\/mail\?domain=shop\.test$/)
})
