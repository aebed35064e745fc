import type { Browser } from 'playwright-core'
import { minifySync } from 'rolldown/utils'

type Message = {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: { readonly result?: { readonly type?: string } }
}
type Transport = { send(message: Message): void; onmessage?: ((message: Message) => void) | undefined }
/** What Playwright itself has of a browser that it drives from this process. */
type Inside = { readonly _connection: { readonly _transport: Transport } }
type Outside = { readonly _connection: { readonly toImpl?: (browser: Browser) => Inside | undefined } }

/** The program with which Playwright finds elements, and the options that it is begun with. */
const PROGRAM =
  /^\s*\(\(\) => \{([\s\S]{100000,})return new \(module\.exports\.InjectedScript\(\)\)\(globalThis, (\{.*\})\);\s*\}\)\(\);\s*$/
/** The world beside the page's own in which it runs: what lies there no page sees. */
const WORLD = /^__playwright_utility_world/
/** How it is called there. */
const NAME = '__octetBegin'
/** Of messages that Playwright does not know of: far above its own, which it counts. */
const FIRST_OWN_ID = 1_000_000_000

/** For the documents to come, once one of this process has been sent the program. */
let kept: string | undefined

/** The program in the half of its length, begun when it is asked for: a document that nobody looks into does not run it. */
function toKept(program: string): string {
  const begin = `return new (module.exports.InjectedScript())(globalThis, options)`
  return minifySync('program.js', `globalThis.${NAME} = function (options) {${program}\n${begin}}`, { module: false }).code
}

/** The way by which messages go to a browser; undefined where Playwright keeps it otherwise. */
export function findTransport(browser: Browser): Transport | undefined {
  const { _connection: connection } = browser as unknown as Outside
  return connection.toImpl?.(browser)?._connection._transport
}

/**
 * Has Playwright send a page the program with which it finds elements once, in place of once for each document: 340 KB, for
 * which the processor works a third as long as for all else of a document. The page keeps it as a script for its documents, in
 * which it is then begun by name; a document that has none of it is sent the whole as ever.
 */
export function sendOnce(browser: Browser): void {
  const transport = findTransport(browser)
  if (!transport?.onmessage) return
  const send = transport.send.bind(transport)
  const receive = transport.onmessage
  /** What was asked for by name, by the number of the message. */
  const asked = new Map<number, Message>()
  /** Worlds of pages that keep no program yet, by session. */
  const without = new Map<string | undefined, unknown>()
  let ownId = FIRST_OWN_ID

  const keepIn = (sessionId: string | undefined): void => {
    if (!without.has(sessionId)) return
    const params = { source: kept, worldName: without.get(sessionId) }
    without.delete(sessionId)
    send({ id: ownId++, ...(sessionId !== undefined && { sessionId }), method: 'Page.addScriptToEvaluateOnNewDocument', params })
  }

  transport.send = (message) => {
    const { id = 0, sessionId, method, params = {} } = message
    if (method === 'Page.addScriptToEvaluateOnNewDocument' && WORLD.test(String(params['worldName']))) {
      if (kept !== undefined && params['source'] === '') return send({ ...message, params: { ...params, source: kept } })
      without.set(sessionId, params['worldName'])
    }
    const [, program, options] = (method === 'Runtime.evaluate' && PROGRAM.exec(String(params['expression']))) || []
    if (program === undefined) return send(message)
    kept ??= toKept(program)
    keepIn(sessionId)
    asked.set(id, message)
    send({ ...message, params: { ...params, expression: `globalThis.${NAME}?.(${options})` } })
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Playwright has nothing else
  transport.onmessage = (message) => {
    const { id = 0, result } = message
    if (id >= FIRST_OWN_ID) return
    const before = asked.get(id)
    asked.delete(id)
    if (before && result?.result?.type === 'undefined') send(before)
    else receive(message)
  }
}
