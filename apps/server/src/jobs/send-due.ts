import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queries } from '../storage/database.ts'

const MAX_FAULT = 500
/** What has been sent and is not noted is sent again: a database that breaks for a moment is waited for, 7.5 s in all. */
const NOTE_TRIES = 5
const NOTE_PAUSE_MS = 500

/** Messages that wait in a table. */
export type Outbox<Row> = {
  /** Has the next one looked for when no other worker looks; at once where it is missing. */
  readonly inTurn?: (take: () => Promise<Row | undefined>) => Promise<Row | undefined>
  /** Takes the next message that is due, and holds it, in one statement: nobody else takes it while it is on its way. */
  readonly take: (queries: Queries) => Promise<Row | undefined>
  /** Hands a message over. Throws when it was not taken. */
  readonly send: (message: Row) => Promise<unknown>
  /** Keeps what came of it: why it was not taken, in a line, and what `send` gave or threw. */
  readonly note: (queries: Queries, message: Row, fault: string | undefined, outcome?: unknown) => Promise<unknown>
}

/**
 * Sends what is due, one message after the other. No transaction is open meanwhile: a slow receiver keeps no connection
 * of the database, and one that breaks takes nothing back that has been sent.
 */
export async function sendDue<Row>(
  database: Database,
  { inTurn = (look) => look(), take, send, note }: Outbox<Row>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted) {
    const message = await inTurn(() => database.run(take))
    if (!message) return
    const noteEnd = await send(message).then(
      (given) => (queries: Queries) => note(queries, message, undefined, given),
      (error: unknown) => (queries: Queries) => note(queries, message, toFault(error), error),
    )
    await tryAgain(() => database.run(noteEnd))
  }
}

const toFault = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAULT)

async function tryAgain(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await work()
      return
    } catch (error) {
      if (tries === NOTE_TRIES) throw error
      await sleep(NOTE_PAUSE_MS * 2 ** (tries - 1))
    }
}
