import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Any number that no other lock of ours has: `octet` in ASCII. */
const LOCK = 0x6f_63_74_65_74
const LIMIT_MS = 2_000
const KILLED_MS = 1_000
const PAUSE_MS = 100

/**
 * The word of one program that it uses the embedded database, so that another one that ends does not stop it: a lock that
 * all of them share, and that goes with the connection, however the program ends.
 */
export class ServerHold {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /** Throws where the server cannot be reached, or is about to be stopped. */
  static async take(url: string): Promise<ServerHold> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
      application_name: 'octet hold',
    })
    client.on('error', () => {}) // the server may end before us
    try {
      await client.connect()
      if (!(await ask(client, 'pg_try_advisory_lock_shared'))) throw new Error('the embedded database is being stopped')
      return new ServerHold(client)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  /**
   * Whether nobody else uses the server, and whoever asks may stop it. True where it does not answer. That another program was
   * killed the server sees when it comes to it: it is asked for so long.
   */
  async giveUp(): Promise<boolean> {
    const endMs = performance.now() + KILLED_MS
    try {
      await ask(this.#client, 'pg_advisory_unlock_shared')
      while (!(await ask(this.#client, 'pg_try_advisory_lock'))) {
        if (performance.now() > endMs) return false
        await sleep(PAUSE_MS)
      }
      return true
    } catch {
      return true
    }
  }

  /** Lets go of it, whoever is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}

type LockFunction = 'pg_try_advisory_lock_shared' | 'pg_advisory_unlock_shared' | 'pg_try_advisory_lock'

async function ask(client: Client, name: LockFunction): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select ${name}($1) as is`, [LOCK])
  return rows[0]!.is
}
