import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadOptions = {
  readonly origin: string
  readonly headers?: Readonly<Record<string, string>>
  /** Requests under way at any time. */
  readonly clients?: number
  /** Rest of a client after each answer; none unless given. */
  readonly pauseMs?: number
  /** Called for each answer with its status and how long it took. */
  readonly onAnswer?: (status: number, ms: number) => void
}

/** What has been answered. */
export type Counts = {
  requests: number
  readonly statuses: Map<number, number>
  readonly faults: Map<string, number>
  slowestMs: number
}

/** Lookups over kept connections, one after the other from each client, until `stop`. */
export class Load {
  readonly counts: Counts = { requests: 0, statuses: new Map(), faults: new Map(), slowestMs: 0 }
  readonly #options: LoadOptions
  readonly #agent: Agent
  readonly #clients: Promise<void>[]
  #isOver = false

  constructor(options: LoadOptions) {
    const { clients = 40 } = options
    this.#options = options
    this.#agent = new Agent({ keepAlive: true, maxSockets: clients })
    this.#clients = Array.from({ length: clients }, (_, index) => this.#run(index))
  }

  /** Answers that were not 200, and requests that had none. */
  get errors(): number {
    const good = this.counts.statuses.get(200) ?? 0
    return this.counts.requests - good
  }

  /** Waits until so many have been answered. */
  async reach(requests: number): Promise<void> {
    while (this.counts.requests < requests) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async stop(): Promise<Counts> {
    this.#isOver = true
    await Promise.all(this.#clients)
    this.#agent.destroy()
    if (this.errors > 0) console.log(`  answers of ${this.#options.origin}: ${this.#describeAnswers()}`)
    return this.counts
  }

  #describeAnswers(): string {
    const { statuses, faults } = this.counts
    return [...statuses, ...faults].map(([name, count]) => `${name} ${count} times`).join(', ')
  }

  async #run(client: number): Promise<void> {
    let seed = client + 1
    while (!this.#isOver) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      const address = `${((seed >>> 24) % 223) + 1}.${(seed >>> 16) & 255}.${(seed >>> 8) & 255}.${seed & 255}`
      await this.#ask(`/v1/ip/${address}`)
      if (this.#options.pauseMs) await sleep(this.#options.pauseMs)
    }
  }

  #ask(path: string): Promise<void> {
    const { counts } = this
    const { origin, headers, onAnswer } = this.#options
    const started = performance.now()
    const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1)
    return new Promise((resolve) => {
      let hasFailed = false
      const fail = (error: NodeJS.ErrnoException): void => {
        if (hasFailed) return // a connection that breaks off amid an answer fails both
        hasFailed = true
        counts.requests++
        count(counts.faults, error.code ?? error.message)
        resolve()
      }
      const sent = request(origin + path, { agent: this.#agent, headers: { ...headers }, timeout: 15_000 }, (answer) => {
        answer.resume()
        answer.on('end', () => {
          counts.requests++
          const ms = performance.now() - started
          counts.slowestMs = Math.max(counts.slowestMs, ms)
          count(counts.statuses, answer.statusCode ?? 0)
          onAnswer?.(answer.statusCode ?? 0, ms)
          resolve()
        })
        answer.on('error', fail)
      })
      sent.on('timeout', () => sent.destroy(new Error('timeout')))
      sent.on('error', fail)
      sent.end()
    })
  }
}
