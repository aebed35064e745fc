import type { BrowserContext } from 'playwright-core'
import { OLDER_BROWSER } from '@octet/core/testing/older-browser.ts'

const COOKIE = 'older'
const WORKER = /^\/assets\/[\w.-]*worker[\w.-]*\.js$/

/** Pages and their workers have only what the oldest browsers have that are served. A browser that stops requests keeps no files. */
export async function makeOlder(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(OLDER_BROWSER)
  await context.addCookies([{ name: COOKIE, value: '1', url: origin }])
}

/** A file as a browser has it: no script can be run in a worker before its own. */
export function toOlder(file: Buffer, path: string, cookies = ''): Buffer {
  const isForOlder = WORKER.test(path) && new RegExp(`(^|;\\s*)${COOKIE}=`).test(cookies)
  return isForOlder ? Buffer.concat([Buffer.from(OLDER_BROWSER), file]) : file
}
