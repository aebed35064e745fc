import { sql } from 'kysely'
import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../../storage/database.ts'
import { toMail, type MailKind } from './templates.ts'

/** Mails of the asked-for kind that one address gets in an hour at most, so that nobody can be flooded through us. */
const MAX_PER_HOUR = 3

export type MailOrder = {
  readonly accountId: string
  readonly recipient: string
  readonly kind: MailKind
  readonly lang: Lang
  readonly brand: string
  readonly link?: string
}

/** Puts a mail into the outbox within the caller's transaction. Beyond the limit of an address it is left out silently. */
export async function addMail(queries: Queries, { accountId, recipient, kind, lang, brand, link }: MailOrder): Promise<void> {
  const { count } = await queries
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PER_HOUR) return
  const mail = toMail(kind, { lang, brand, ...(link !== undefined && { link }) })
  await queries
    .insertInto('mails')
    .values({ account_id: accountId, recipient, kind, ...mail })
    .execute()
  await sql`select pg_notify('octet_mail', '')`.execute(queries)
}
