import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'
import { until } from '../../packages/core/src/testing/until.ts'
import { findProgram } from '../peers.ts'
import type { BrowserWire } from './other-browser.ts'

const BROWSERS = [
  '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/webkit2gtk-4.1/MiniBrowser',
]

/** How an element is named on the wire (W3C WebDriver §12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Starts WebKitGTK's small browser on a screen of its own and speaks WebDriver (W3C) with its driver. Nothing where the driver
 * (Debian: webkit2gtk-driver) or the screen (xvfb) is missing.
 */
export async function startWebkit(): Promise<BrowserWire | undefined> {
  const [binary] = globSync(BROWSERS)
  const [driverPath, screenPath] = [await findProgram('WebKitWebDriver'), await findProgram('Xvfb')]
  if (!binary || !driverPath || !screenPath) return undefined
  await using stack = new AsyncDisposableStack()
  const display = await startScreen(screenPath, stack)
  const port = await findFreePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  stack.defer(() => end(driver))
  const call = (method: string, path: string, body?: object) => callDriver(`http://127.0.0.1:${port}${path}`, method, body)
  await until(() => call('GET', '/status').catch(() => false), 'the driver listens')
  // Without its bars the window can be made about as narrow as a phone.
  const options = { binary, args: ['--automation', '--full-screen'] }
  const session = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as {
    readonly sessionId: string
    readonly capabilities: { readonly browserVersion: string }
  }
  const base = `/session/${session.sessionId}`
  stack.defer(async () => void (await call('DELETE', base)))
  await call('POST', `${base}/timeouts`, { script: 120_000 })
  const kept = stack.move()
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    open: async (url) => void (await call('POST', `${base}/url`, { url })),
    evaluate: async (script) => {
      const wrapped = `const done = arguments[0]; ${script}.then((text) => done({ text }), (error) => done({ error: String(error) }))`
      const answer = await call('POST', `${base}/execute/async`, { script: wrapped, args: [] })
      const { text, error } = answer as { text?: string; error?: string }
      if (text === undefined) throw new Error(error)
      return text
    },
    perform: async (actions) => void (await call('POST', `${base}/actions`, { actions })),
    setFiles: async (selector, files) => {
      const found = await call('POST', `${base}/element`, { using: 'css selector', value: selector })
      const id = (found as Record<string, string>)[ELEMENT]
      await call('POST', `${base}/element/${id}/value`, { text: files.join('\n') })
    },
    resize: async (width, height) => void (await call('POST', `${base}/window/rect`, { width, height })),
    takePicture: async () => Buffer.from(String(await call('GET', `${base}/screenshot`)), 'base64'),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** A screen that only programs see; it chooses a number that is free. */
async function startScreen(program: string, stack: AsyncDisposableStack): Promise<string> {
  const words = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const screen = spawn(program, words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  stack.defer(() => end(screen))
  const [number] = await once(createInterface(screen.stdio[3] as NodeJS.ReadableStream), 'line')
  return `:${number}`
}

async function end(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function callDriver(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
  if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}
