import { until } from '../../packages/core/src/testing/until.ts'

/** One device of WebDriver's actions (W3C WebDriver §15), which both of its protocols write alike. */
export type Actions = {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** What a browser does over its protocol. */
export type BrowserWire = AsyncDisposable & {
  /** Name and version, as the browser says them. */
  readonly name: string
  open(url: string): Promise<void>
  /** Runs a script in the page and gives the JSON text that its promise brings. */
  evaluate(script: string): Promise<string>
  perform(devices: readonly Actions[]): Promise<void>
  /** Puts files into a field of the page. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of what is in sight. */
  takePicture(): Promise<Buffer>
  /** A PDF of the page as it is printed, where the browser prints for its driver. */
  print?(): Promise<Buffer>
}

/** Keys without a letter (W3C WebDriver §17.4.2). */
export const KEYS = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Control: '\uE009',
} as const

/**
 * A browser that Playwright does not drive as its maker delivers it. Pages are asked by scripts; clicks and keys are those of
 * the browser, so that it takes them as a person's.
 */
export class OtherBrowser {
  readonly wire: BrowserWire

  constructor(wire: BrowserWire) {
    this.wire = wire
  }

  /** Opens a page and waits until it listens. */
  async open(url: string): Promise<void> {
    await this.wire.open(url)
    await this.waitFor('html[data-ready]')
  }

  /** Runs a function in the page, with arguments that JSON can carry. */
  async evaluate<A extends readonly unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    const list = args.map((value) => JSON.stringify(value) ?? 'undefined').join(', ')
    return JSON.parse(await this.wire.evaluate(`(async () => JSON.stringify((await (${run})(${list})) ?? null))()`))
  }

  /** Waits for an element in sight, and with a text in it where one is given. */
  async waitFor(selector: string, text = ''): Promise<void> {
    await this.#waitUntil(() => this.evaluate(isThere, selector, text), `${selector} ${text}`)
  }

  async waitForPath(path: string): Promise<void> {
    const isOpen = (path: string) =>
      location.pathname + location.search === path && document.documentElement.dataset['ready'] !== undefined
    await this.#waitUntil(() => this.evaluate(isOpen, path), path)
  }

  /** While one page makes way for another, scripts find neither. */
  #waitUntil<T>(look: () => Promise<T>, what: string): Promise<Exclude<T, false | undefined>> {
    return until(() => look().catch(() => undefined), what) as Promise<Exclude<T, false | undefined>>
  }

  /** Presses the first such element, with the text where one is given. */
  async click(selector: string, text = ''): Promise<void> {
    // In one look: what is there may be hidden by the next, as examples are while a tool is awaited.
    const { x, y } = await this.#waitUntil(() => this.evaluate(findMiddle, selector, text), `${selector} ${text}`)
    const move = { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' }
    const press = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
    await this.wire.perform([{ type: 'pointer', id: 'mouse', actions: press }])
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.#press([...text].flatMap(toStroke))
  }

  /** Presses a field and types into it. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector)
    await this.type(text)
  }

  async press(key: string, held?: string): Promise<void> {
    const stroke = toStroke(key)
    await this.#press(held ? [{ type: 'keyDown', value: held }, ...stroke, { type: 'keyUp', value: held }] : stroke)
  }

  #press(actions: Actions['actions']): Promise<void> {
    return this.wire.perform([{ type: 'key', id: 'keys', actions }])
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.wire[Symbol.asyncDispose]()
  }
}

const toStroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

function isThere(selector: string, text: string): boolean {
  return [...document.querySelectorAll(selector)].some(
    (one) => (one.textContent ?? '').includes(text) && (one === document.documentElement || one.getClientRects().length > 0),
  )
}

/** The middle of an element, which is brought into sight first. */
function findMiddle(selector: string, text: string): { x: number; y: number } {
  const found = [...document.querySelectorAll(selector)].find(
    (one) => (one.textContent ?? '').includes(text) && one.getClientRects().length > 0,
  )
  if (!found) throw new Error(`${selector} ${text} has gone`)
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
}
