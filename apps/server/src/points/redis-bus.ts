import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createRedis } from '../storage/redis.ts'
import type { Bus, Heed } from '../domain/bus.ts'
import { Listeners } from './listeners.ts'

const PREFIX = 'octet:'

/** A bus between processes and machines, over Redis or Valkey pub/sub. */
export class RedisBus implements Bus {
  readonly #out: Redis
  readonly #in: Redis
  readonly #self = randomUUID().slice(0, 8)
  readonly #listeners = new Listeners()
  readonly #wanted = new Set<string>()

  constructor(url: string, { log }: { log: Logger }) {
    this.#out = createRedis(url, { log, name: 'bus-out' })
    this.#in = createRedis(url, { log, name: 'bus-in' })
    this.#in.on('message', (channel: string, message: string) => {
      const cut = message.indexOf(' ')
      // Redis tells the speaker too.
      if (message.slice(0, cut) !== this.#self) this.#listeners.tell(channel.slice(PREFIX.length), message.slice(cut + 1))
    })
    // What was asked for while the server was away is asked for when it is there.
    this.#in.on('ready', () => {
      for (const channel of this.#wanted) this.#in.subscribe(PREFIX + channel).catch(() => {})
    })
  }

  publish(channel: string, word: unknown): void {
    this.#out.publish(PREFIX + channel, `${this.#self} ${JSON.stringify(word)}`).catch(() => {})
  }

  async subscribe(channel: string, heed: Heed): Promise<Disposable> {
    this.#listeners.add(channel, heed)
    this.#wanted.add(channel)
    if (this.#in.status === 'ready') await this.#in.subscribe(PREFIX + channel).catch(() => {})
    return {
      [Symbol.dispose]: () => {
        if (!this.#listeners.remove(channel, heed)) return
        this.#wanted.delete(channel)
        this.#in.unsubscribe(PREFIX + channel).catch(() => {})
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#in.disconnect()
    this.#out.disconnect()
  }
}
