import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

/** A browser for the tests: the one named by `CHROMIUM`, Debian's, else the one inside the package `@sparticuz/chromium`. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...FLAGS, ...flags], chromiumSandbox: false })
}

export async function findChromium(): Promise<string> {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => path && existsSync(path))
  if (known) return known
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}
