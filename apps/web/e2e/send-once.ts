import type { Writable } from 'node:stream'
import type { Browser } from 'playwright-core'
import { minifySync } from 'rolldown/utils'

type Message = {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: { readonly result?: { readonly type?: string } }
}
type Transport = {
  send(message: Message): void
  onmessage?: ((message: Message) => void) | undefined
  /** Where it writes. */
  readonly _pipeWrite?: Writable
}
/** What Playwright itself has of a browser that it drives from this process. */
type Inside = { readonly _connection: { readonly _transport: Transport } }
type Outside = { readonly _connection: { readonly toImpl?: (browser: Browser) => Inside | undefined } }

/** The shortest that the program can be with which Playwright finds elements: nothing else is as long. */
const LONG_CHARS = 100_000
/** Its last lines, with the options that it is begun with. */
const BEGIN = 'return new (module.exports.InjectedScript())(globalThis, '
const END = /^(\{.*\})\);\s*\}\)\(\);\s*$/
const START = /^\s*\(\(\) => \{/
/** The world beside the page's own in which it runs: what lies there no page sees. */
const WORLD = /^__playwright_utility_world/
/** How it is called there. */
const NAME = '__octetBegin'
/** Of messages that Playwright does not know of: far above its own, which it counts. */
const FIRST_OWN_ID = 1_000_000_000

/** For the documents to come, once one of this process has been sent the program. */
let kept: string | undefined

type Program = { readonly text: string; readonly options: string }

function findProgram({ method, params = {} }: Message): Program | undefined {
  const text = String(params['expression'])
  if (method !== 'Runtime.evaluate' || text.length < LONG_CHARS) return undefined
  const at = text.lastIndexOf(BEGIN)
  const [, options] = END.exec(text.slice(at + BEGIN.length)) ?? []
  return at !== -1 && options !== undefined && START.test(text) ? { text: text.slice(0, at), options } : undefined
}

/** The program in the half of its length, begun when it is asked for: a document that nobody looks into does not run it. */
function toKept(text: string): string {
  const code = `globalThis.${NAME} = function (options) {${text.replace(START, '')}${BEGIN}options)\n}`
  return minifySync('program.js', code, { module: false }).code
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
  const { _pipeWrite: pipe } = transport
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
    // What is said in one go is written in one go; Playwright writes twice for each message.
    pipe?.cork()
    process.nextTick(() => pipe?.uncork())
    if (method === 'Page.addScriptToEvaluateOnNewDocument' && WORLD.test(String(params['worldName']))) {
      if (kept !== undefined && params['source'] === '') return send({ ...message, params: { ...params, source: kept } })
      without.set(sessionId, params['worldName'])
    }
    const program = findProgram(message)
    if (!program) return send(message)
    kept ??= toKept(program.text)
    keepIn(sessionId)
    asked.set(id, message)
    send({ ...message, params: { ...params, expression: `globalThis.${NAME}?.(${program.options})` } })
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
