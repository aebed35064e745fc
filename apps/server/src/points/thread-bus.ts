import type { Bus, Heed } from '../domain/bus.ts'
import { Listeners } from './listeners.ts'

/** A bus between the threads of one process. Those with the same name hear each other. */
export class ThreadBus implements Bus {
  readonly #channel: BroadcastChannel
  readonly #listeners = new Listeners()
  #isClosed = false

  constructor(name: string) {
    this.#channel = new BroadcastChannel(`octet ${name}`)
    // One channel for all: a text that is not for this thread is dropped before it is parsed.
    this.#channel.addEventListener('message', (event) => {
      const [channel, text] = (event as unknown as { readonly data: readonly [string, string] }).data
      this.#listeners.tell(channel, text)
    })
    ;(this.#channel as { unref?(): void }).unref?.()
  }

  publish(channel: string, word: unknown): void {
    // What ends after the bus may still say so; nobody hears it.
    if (!this.#isClosed) this.#channel.postMessage([channel, JSON.stringify(word)])
  }

  async subscribe(channel: string, heed: Heed): Promise<Disposable> {
    this.#listeners.add(channel, heed)
    return { [Symbol.dispose]: () => void this.#listeners.remove(channel, heed) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#channel.close()
  }
}
