import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'

const RETRY_MS = 500
/** Silence after which the system asks whether the database is still there; it gives up some ten seconds later. */
const KEEP_ALIVE_MS = 10_000

/**
 * A database that has gone without a word, or one behind a pooler that still answers, is told by this: it is asked something so
 * often, and has so long for it. Words that were missed are known to be so within ten seconds, connecting again with it.
 */
const PING_MS = 3_000
const ANSWER_MS = 5_000

type Heed = (word: string | undefined) => void

/** One connection that hears NOTIFY. It connects again by itself and then says that words may have been missed. */
export class Listener {
  readonly #url: string
  readonly #log: Logger
  readonly #channels = new Map<string, Heed[]>()
  #client: Client | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false
  isConnected = false

  constructor(url: string, { log }: { log: Logger }) {
    this.#url = url
    this.#log = log
  }

  listen(channel: string, heed: Heed): void {
    const before = this.#channels.get(channel)
    this.#channels.set(channel, [...(before ?? []), heed])
    if (this.isConnected && !before) void this.#client?.query(`listen ${channel}`).catch(() => {})
    if (!this.#client && !this.#retry) void this.#connect()
  }

  async #connect(): Promise<void> {
    this.#retry = undefined
    if (this.#isClosed) return
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      query_timeout: ANSWER_MS,
      application_name: 'octet listener',
    })
    this.#client = client
    client.on('error', () => {})
    client.once('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`)
      this.isConnected = true
      for (const channel of this.#channels.keys()) this.#tell(channel, undefined)
      void this.#watch(client)
    } catch (error) {
      this.#log.debug({ err: error }, 'the listener cannot connect')
      this.#lose(client)
    }
  }

  async #watch(client: Client): Promise<void> {
    for (;;) {
      await sleep(PING_MS, undefined, { ref: false })
      if (this.#client !== client) return
      await client.query('select 1').catch(() => this.#lose(client))
    }
  }

  #tell(channel: string, word: string | undefined): void {
    for (const heed of this.#channels.get(channel) ?? [])
      try {
        heed(word)
      } catch (error) {
        this.#log.error({ err: error, channel }, 'a word from the database was not understood')
      }
  }

  #lose(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.isConnected = false
    void client.end().catch(() => {})
    if (this.#isClosed) return
    this.#retry = setTimeout(() => void this.#connect(), RETRY_MS)
    this.#retry.unref()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }
}
