import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { NOW } from './clock.ts'
import { isDue, isStale, toHoldEnd, toLongestWait, toNextAttempt } from './is-due.ts'

const MAX_LISTED = 100

export type NewMail = {
  readonly account_id: string | null
  readonly recipient: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** How many mails of a kind an address got within the last hour; so it stays until the transaction ends. */
export async function countLatestMails(
  queries: Queries,
  { recipient, kind }: Pick<NewMail, 'recipient' | 'kind'>,
): Promise<number> {
  // Whoever orders the same kind for the same address at the same time waits, so that both see what the other has put in.
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind} ${recipient}`}))`.execute(queries)
  const { count } = await queries
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Gives its number. */
export async function insertMail(queries: Queries, mail: NewMail): Promise<number> {
  const { id } = await queries.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

/** What has become of a mail until now; undefined for one that is there no more. */
export function findMailEnd(queries: Queries, id: number) {
  return queries.selectFrom('mails').select(['state', 'error']).where('id', '=', id).executeTakeFirst()
}

/** A mail that was not sent, held until the transaction ends; whether it is nobody's at this moment. */
export function holdMail(queries: Queries, id: number, holdSeconds: number) {
  return queries
    .selectFrom('mails')
    .select(sql<boolean>`state = 'failed' or next_at > now() + make_interval(secs => ${holdSeconds})`.as('isAtRest'))
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'waiting'])
    .forUpdate()
    .executeTakeFirst()
}

/** Has a mail sent at once, and as often as a new one if it is not taken. */
export async function resendMail(queries: Queries, id: number): Promise<void> {
  await queries.updateTable('mails').set({ state: 'waiting', attempts: 0, next_at: NOW }).where('id', '=', id).execute()
}

/** The latest mails, to one address where it is given; the newest first. */
export function listLatestMails(queries: Queries, recipient: string | undefined) {
  const all = queries.selectFrom('mails').select(['recipient', 'kind', 'subject', 'text', 'html', 'created_at'])
  return (recipient ? all.where('recipient', '=', recipient) : all).orderBy('id', 'desc').limit(MAX_LISTED).execute()
}

/** The latest mails that have not left, to one address where it is given; the newest first. */
export function listUnsentMails(queries: Queries, recipient: string | undefined) {
  const all = queries
    .selectFrom('mails')
    .select(['id', 'recipient', 'kind', 'subject', 'text', 'created_at'])
    .where('state', '!=', 'sent')
  return (recipient ? all.where('recipient', '=', recipient) : all).orderBy('id', 'desc').limit(MAX_LISTED).execute()
}

export type DueMail = NonNullable<Awaited<ReturnType<typeof takeDueMail>>>

/** Takes the next mail that is due: nobody else takes it for so many seconds. One statement, and so whole by itself. */
export function takeDueMail(queries: Queries, holdSeconds: number) {
  return queries
    .with('due', (from) =>
      from
        .selectFrom('mails')
        .select(['id', 'next_at as due_at'])
        .where('state', '=', 'waiting')
        .where(isDue('next_at', toLongestWait('attempts', holdSeconds)))
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('mails')
    .from('due')
    .set({ next_at: toHoldEnd(holdSeconds) })
    .whereRef('mails.id', '=', 'due.id')
    .returningAll('mails')
    .returning('due.due_at')
    .executeTakeFirst()
}

/** A mail that could not even be offered waits where it was, as if it had not been tried. */
export async function putBackMail(queries: Queries, { id, due_at }: DueMail, error: string): Promise<void> {
  await queries.updateTable('mails').set({ next_at: due_at, error }).where('id', '=', id).execute()
}

export async function noteSent(queries: Queries, id: number): Promise<void> {
  await queries.updateTable('mails').set({ state: 'sent', sent_at: NOW, error: null }).where('id', '=', id).execute()
}

type Untaken = {
  readonly state: 'waiting' | 'failed'
  readonly attempts: number
  readonly error: string
  readonly longestWaitSeconds: number
}

/** Notes that a mail was not taken, and when it is tried again if it still waits. */
export async function noteUntaken(
  queries: Queries,
  id: number,
  { state, attempts, error, longestWaitSeconds }: Untaken,
): Promise<void> {
  await queries
    .updateTable('mails')
    .set({ state, attempts, error, next_at: toNextAttempt(attempts, longestWaitSeconds) })
    .where('id', '=', id)
    .execute()
}

/**
 * Gives up mails of days without SMTP, or in which its server could not be reached: they say what is no longer so. Why the last
 * attempt failed stays; without one it is `stale`, which the operator's list has words for. Gives their number.
 */
export async function giveUpStale(queries: Queries): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('mails')
    .set({ state: 'failed', error: sql<string>`coalesce(error, 'stale')` })
    .where('state', '=', 'waiting')
    .where(isStale('next_at'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
