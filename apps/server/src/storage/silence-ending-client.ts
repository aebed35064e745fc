import { Client } from 'pg'

/** What node-postgres says after `query_timeout`. */
const TIMED_OUT = 'Query read timeout'

/**
 * A connection that ends where a query has had no answer within `query_timeout`. node-postgres leaves it in its pool, where it
 * fails one query after the other: those behind a database that has gone without a word, for a quarter of an hour (tcp(7),
 * `tcp_retries2`), and those behind a pooler for ever.
 */
export class SilenceEndingClient extends Client {
  // What a query may be given in is long to say (`@types/pg`), and passed on as it is.
  override query(...asked: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, asked)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === TIMED_OUT) void this.end().catch(() => {})
      })
    return answer as never
  }
}
