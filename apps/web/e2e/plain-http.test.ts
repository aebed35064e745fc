import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { seeBriefly } from './see-toast.ts'
import { useSite } from './site.ts'

/** As on a network at home: http, and a host that is not the visitor's own machine. */
const { openPage } = useSite({ isPlain: true })

test('a result is copied, with its line ends, and the focus stays', async () => {
  const { page, problems, close } = await openPage('/convert/daxiaoxie')
  assert.equal(await page.evaluate(() => isSecureContext || 'clipboard' in navigator || 'subtle' in crypto), false)
  await page.fill('.input-pane textarea', 'grüße,\n中文')
  await page.locator('.result').getByText('GRÜSSE').waitFor()
  await Promise.all([seeBriefly(page, '.result-actions .copy', 'Copied'), page.locator('.result-actions .copy').click()])
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BUTTON')
  await page.fill('.input-pane textarea', '')
  await page.press('.input-pane textarea', 'Control+V')
  assert.equal(await page.inputValue('.input-pane textarea'), 'GRÜSSE,\n中文')
  assert.deepEqual(problems, [])
  await close()
})

test('a paste that the browser refuses is said above the field until something is typed there', async () => {
  const { page, close } = await openPage('/convert/daxiaoxie')
  await page.fill('.input-pane textarea', 'kept')
  const refusal = page.locator('.input-pane').getByRole('alert')
  await page.locator('.input-pane').getByRole('button', { name: 'Paste' }).click()
  await refusal.getByText('Paste into the field itself').waitFor()
  assert.equal(await page.inputValue('.input-pane textarea'), 'kept')
  await page.locator('.result').getByText('KEPT').waitFor()
  assert.equal(await refusal.count(), 1)
  await page.press('.input-pane textarea', 'x')
  await refusal.waitFor({ state: 'detached' })
  await close()
})

test('a token of a key pair is checked', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = [{ alg: 'ES256' }, { sub: 'ann' }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  const { page, problems, close } = await openPage('/crypto/jwt')
  await page.fill('textarea[name=key]', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  await page.fill('textarea[name=text]', `${signed}.${signature}`)
  await page.getByText('Signature: Valid').waitFor()
  await page.fill('textarea[name=text]', `${signed}.${'A'.repeat(86)}`)
  await page.getByText('Signature: Not valid').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

test('the puzzle of the contact form is worked out', async () => {
  const { page, close } = await openPage('/contact')
  const work = { algorithm: 'PBKDF2/SHA-256', cost: 20, keyPrefix: '00', keyLength: 32 }
  const challenge = await createChallenge({ ...work, deriveKey, hmacSignatureSecret: 'of this test' })
  const wrap = (data: object) => ({ json: { code: 200, error: '', msg: '', data, request_id: '', timestamp: 0 } })
  await page.route('**/v1/contact/challenge*', (route) => route.fulfill(wrap({ challenge })))
  await page.route('**/v1/contact', (route) => route.fulfill(wrap({ message: 'It has come' })))
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/contact') && request.method() === 'POST')
  await page.fill('[name=name]', 'Ann')
  await page.fill('[name=email]', 'ann@example.com')
  await page.fill('[name=describe]', 'The map is upside down.')
  await page.getByRole('button', { name: 'Send' }).click()
  const { proof } = (await sent).postDataJSON()
  assert.equal((await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: 'of this test' })).verified, true)
  await page.getByText('It has come').waitFor()
  await close()
})
