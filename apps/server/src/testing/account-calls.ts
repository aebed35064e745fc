import { until } from '@octet/core/testing/until.ts'
import type { startProduct } from './start.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
type Headers = Readonly<Record<string, string>>

export const PASSWORD = 'correct horse battery'

/** Calls to the accounts of a product, each person from an address of their own, so that brakes of one test do not slow another. */
export function createAccountCalls(getProduct: () => Product) {
  let client = 1

  async function send(method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, payload: object = {}, headers: Headers = {}) {
    const answer = await getProduct().app.inject({
      method,
      url: `/v1/${url}`,
      ...(method !== 'GET' && { payload }),
      headers: { 'accept-language': 'en', ...headers },
      remoteAddress: `198.51.100.${client}`,
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, ...answer.json() }
  }

  async function readMail(to: string): Promise<{ kind: string; text: string; subject: string; html: string }[]> {
    const answer = await getProduct().app.inject({
      url: `/v1/account/outbox?to=${encodeURIComponent(to)}`,
      headers: { host: 'localhost' },
    })
    return answer.json().data
  }

  /** The mail of a kind that has been sent to an address, or will be in a moment. */
  const waitForMail = (to: string, kind: string) =>
    until(async () => (await readMail(to)).find((mail) => mail.kind === kind), `a mail “${kind}” for ${to}`)

  /** A confirmed account; gives its token. */
  async function openAccount(email: string): Promise<string> {
    client = (client % 250) + 1
    await send('POST', 'account/sign_up', { email, password: PASSWORD, confirm_password: PASSWORD, agree: true })
    await send('POST', 'account/confirm', { token: toLinkToken((await waitForMail(email, 'confirm')).text) })
    return (await send('POST', 'account/log_in', { email, password: PASSWORD })).data.token
  }

  return {
    send,
    readMail,
    waitForMail,
    openAccount,
    /** The next call comes from another address. */
    moveOn: () => {
      client = (client % 250) + 1
    },
    /** The next call comes from an address of a number that the test has for itself. */
    standAt: (number: number) => {
      client = number
    },
  }
}

/** The secret of the link in a mail. */
export const toLinkToken = (text: string): string => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
