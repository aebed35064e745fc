import { sql } from 'kysely'
import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../../storage/database.ts'
import { toMail, type MailKind } from './templates.ts'

/** Mails of one kind that strangers can cause, and one address gets in an hour at most: nobody is flooded through us. */
const MAX_PER_HOUR = 3
/** Who gets the others has asked for them or has to hear of each; what causes them has limits of its own. */
const MAX_OTHERS_PER_HOUR = 60

/** A mail that is on its way belongs to who sends it for so long: two waits for the connection and seven for an answer. */
export const MAIL_HOLD_SECONDS = 480

export type MailOrder = {
  /** Whose mail it is; null for an address without an account. */
  readonly accountId: string | null
  readonly recipient: string
  readonly kind: MailKind
  readonly lang: Lang
  readonly brand: string
  readonly link?: string
  readonly quote?: string
  /** For the places of the template. */
  readonly values?: Readonly<Record<string, string>>
  /** Before the subject, such as `[SANDBOX] `. */
  readonly mark?: string
}

/** What anybody can have sent to an address that they know. */
const BY_STRANGERS: ReadonlySet<MailKind> = new Set<MailKind>(['confirm', 'known_address', 'reset', 'email'])

/** Whether an address may get one more mail of a kind within this hour; so it stays until the transaction ends. */
export async function hasRoom(queries: Queries, { recipient, kind }: Pick<MailOrder, 'recipient' | 'kind'>): Promise<boolean> {
  // Whoever orders the same kind for the same address at the same time waits, so that both see what the other has put in.
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind} ${recipient}`}))`.execute(queries)
  const { count } = await queries
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count < (BY_STRANGERS.has(kind) ? MAX_PER_HOUR : MAX_OTHERS_PER_HOUR)
}

/** Puts a mail into the outbox within the caller's transaction. Beyond the limit of an address it is left out silently. */
export async function addMail(queries: Queries, { accountId, recipient, kind, ...words }: MailOrder): Promise<void> {
  if (!(await hasRoom(queries, { recipient, kind }))) return
  const mail = toMail(kind, words)
  await queries
    .insertInto('mails')
    .values({ account_id: accountId, recipient, kind, ...mail })
    .execute()
  await sql`select pg_notify('octet_mail', '')`.execute(queries)
}
