import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { DIST } from '../build/dist.ts'
import { FOR_TESTS, launchBrowser } from './browser.ts'
import { startRealApi, type RealApi } from './real-api.ts'
import { Visitors, type Visitor } from './visitors.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Of every account of these tests. */
export const PASSWORD = 'correct horse battery'

export type Person = Visitor & { readonly problems: string[] }

/** The whole product with an empty database, and a browser for whoever uses it; both end with the tests of the file. */
export function usePeople(writeConfig?: () => Promise<string>) {
  let api: RealApi
  let browser: Browser
  let visitors: Visitors
  before(async () => {
    if (!existsSync(join(DIST, 'server/csp.json'))) await import('../build.ts')
    const config = await writeConfig?.()
    api = await startRealApi({ isWhole: true, ...(config !== undefined && { config }) })
    browser = await launchBrowser(FOR_TESTS)
    visitors = new Visitors(browser, api.origin)
  })
  after(async () => {
    await browser?.close()
    await api?.close()
  })

  /** A person at a browser of their own. What the console complains about is collected, apart from answers of the server. */
  const sitDown = async (): Promise<Person> => {
    const visitor = await visitors.take()
    const { page, context } = visitor
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('the server responded with a status of 4'))
        problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    return { ...visitor, problems }
  }

  /** The same with an account that is confirmed and logged in; the page stands nowhere yet. */
  const sitDownAs = async (email: string): Promise<Person> => {
    const person = await sitDown()
    const answer = await person.context.request.post(`${api.origin}/v1/account/log_in`, { data: { email, password: PASSWORD } })
    assert.equal(answer.status(), 200, await answer.text())
    return person
  }

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(api.origin + path)
    await page.waitForSelector('html[data-ready]')
  }

  const call = async (path: string, input: object) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${api.origin}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })).json()
  }

  /** Registers an address; gives the secret of the link in the mail. */
  const signUp = async (email: string, password = PASSWORD): Promise<string> => {
    await call('account/sign_up', { email, password, confirm_password: password, agree: true })
    const mails = await (await fetch(`${api.origin}/v1/account/outbox?to=${encodeURIComponent(email)}`)).json()
    return /token=([\w-]{43})/.exec(mails.data[0].text)?.[1] ?? ''
  }

  const logInByPassword = async (page: Page, email: string): Promise<void> => {
    await open(page, '/login')
    await page.fill('main [name=email]', email)
    await page.fill('main [name=password]', PASSWORD)
    await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  }

  /** A new confirmed account, logged in at the form. */
  const logIn = async (page: Page, email: string): Promise<void> => {
    await call('account/confirm', { token: await signUp(email) })
    await logInByPassword(page, email)
    await page.waitForURL('**/account/dashboard')
  }

  /** What a command of the machine’s own operator prints. */
  const runOctet = async (words: readonly string[]): Promise<string> => {
    const env = { ...process.env, OCTET_VAR: api.varFolder }
    const { stdout } = await promisify(execFile)(process.execPath, ['apps/cli/bin/octet.mjs', ...words], { cwd: ROOT, env })
    return stdout
  }

  /** Asks the server as `octet user add` does; to start that takes a second of a processor each time. */
  const addAccount = async (email: string): Promise<void> => {
    const { socket } = JSON.parse(await readFile(join(api.varFolder, 'operator.json'), 'utf8')) as { socket: string }
    const answer = await postTo(socket, '/user%20add', { email, password: PASSWORD })
    assert.equal(answer.status, 200, answer.text)
  }

  const addOperator = async (email: string): Promise<void> => {
    const [, token] = (await runOctet(['operator', 'link'])).trim().split('#token=')
    const body = JSON.stringify({ token, email, password: PASSWORD, confirm_password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${api.origin}/v1/account/operator`, { method: 'POST', headers, body })
    assert.equal(answer.status, 200, await answer.text())
  }

  return {
    getOrigin: () => api.origin,
    sitDown,
    sitDownAs,
    signUp,
    logIn,
    logInByPassword,
    open,
    runOctet,
    addAccount,
    addOperator,
  }
}

function postTo(socketPath: string, path: string, input: object): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    request({ socketPath, path, method: 'POST', headers }, (answer) => {
      text(answer).then((found) => resolve({ status: answer.statusCode, text: found }), reject)
    })
      .once('error', reject)
      .end(JSON.stringify(input))
  })
}
