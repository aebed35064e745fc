import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'
import { until } from '../../packages/core/src/testing/until.ts'
import { findProgram } from '../peers.ts'
import type { BrowserWire } from './other-browser.ts'

/** Whatever is not on this machine goes to a port where nobody listens. */
const SETTINGS = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'ui.prefersReducedMotion': 1,
}

/**
 * Starts the Firefox that is installed, with a profile of its own, and speaks WebDriver BiDi (W3C) with it, for which it needs
 * no driver. Playwright's own BiDi asks for commands that Firefox's long-term releases do not have. Nothing where there is none.
 */
export async function startFirefox({ isPrivate = false } = {}): Promise<BrowserWire | undefined> {
  const program = (await findProgram('firefox-esr')) ?? (await findProgram('firefox'))
  if (!program) return undefined
  await using stack = new AsyncDisposableStack()
  const profile = await mkdtemp(join(tmpdir(), 'octet-firefox-'))
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const settings = { ...SETTINGS, 'browser.privatebrowsing.autostart': isPrivate }
  const lines = Object.entries(settings).map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(', ')});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const port = await findFreePort()
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)]
  const child = spawn(program, words, { stdio: 'ignore' })
  const exit = once(child, 'exit')
  stack.defer(async () => {
    child.kill('SIGTERM')
    await exit
  })
  const socket = await until(() => findSocket(`ws://127.0.0.1:${port}/session`), 'Firefox listens')
  const session = new BidiSession(socket)
  const { capabilities } = await session.send<{ capabilities: { browserName: string; browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  stack.defer(async () => void (await session.send('browser.close', {})))
  const { contexts } = await session.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  const kept = stack.move()

  const evaluateRaw = async (expression: string): Promise<Remote> => {
    const answer = await session.send<Evaluated>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result
  }
  const toBytes = ({ data }: { data: string }) => Buffer.from(data, 'base64')
  return {
    name: `${capabilities.browserName === 'firefox' ? 'Firefox' : capabilities.browserName} ${capabilities.browserVersion}${isPrivate ? ', private window' : ''}`,
    open: async (url) => void (await session.send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    evaluate: async (script) => String((await evaluateRaw(script)).value),
    perform: async (actions) => void (await session.send('input.performActions', { context, actions })),
    setFiles: async (selector, files) => {
      const { sharedId } = await evaluateRaw(`document.querySelector(${JSON.stringify(selector)})`)
      await session.send('input.setFiles', { context, element: { sharedId }, files })
    },
    resize: async (width, height) =>
      void (await session.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    takePicture: async () => toBytes(await session.send('browsingContext.captureScreenshot', { context })),
    print: async () => toBytes(await session.send('browsingContext.print', { context, background: false })),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

type Remote = { readonly value?: unknown; readonly sharedId?: string }
type Evaluated =
  | { readonly type: 'success'; readonly result: Remote }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } }

/** Undefined as long as nobody listens there. */
function findSocket(url: string): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => resolve(undefined))
  })
}

type Waiting = { resolve(result: never): void; reject(error: Error): void }

/** Commands and their answers, told apart by a number (WebDriver BiDi §3). */
class BidiSession {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended'))
    })
  }

  send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#last
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }

  #take(message: { id?: number; type: string; result: never; error?: string; message?: string }): void {
    const waiting = this.#waiting.get(message.id ?? 0)
    if (!waiting) return
    this.#waiting.delete(message.id ?? 0)
    if (message.type === 'success') waiting.resolve(message.result)
    else waiting.reject(new Error(`${message.error}: ${message.message}`))
  }
}
