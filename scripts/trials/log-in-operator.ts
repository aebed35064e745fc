import type { Browser } from 'playwright-core'
import type { Alone } from './alone.ts'

const PASSWORD = 'correct horse battery'

/** Makes the operator of a new installation and logs in with every page that the browser opens outside a context of its own. */
export async function logInOperator(product: Alone, { browser, origin }: { browser: Browser; origin: string }): Promise<void> {
  const token = new URL(await product.readOperatorLink()).hash.replace('#token=', '')
  const answer = await fetch(`${product.origin}/v1/account/operator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: 'operator@example.org', password: PASSWORD, confirm_password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`the operator could not log in: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => toCookie(line, origin))
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.setCookies', { cookies })
  await session.detach()
}

/** Scripts of the page read the one cookie, never the other (`http/cookies.ts`). */
function toCookie(line: string, url: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  return { name, value, url, httpOnly: /;\s*httponly/i.test(line) }
}
