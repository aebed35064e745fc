import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import { countLatestMails, insertMail } from '../../storage/queries/mails.ts'
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
  const count = await countLatestMails(queries, { recipient, kind })
  return count < (BY_STRANGERS.has(kind) ? MAX_PER_HOUR : MAX_OTHERS_PER_HOUR)
}

/** Puts a mail into the outbox within the caller's transaction. Beyond the limit of an address it is left out silently. */
export async function addMail(queries: Queries, order: MailOrder): Promise<void> {
  await putMail(queries, order)
}

/** The same; gives the number of the mail, undefined for one that is left out. */
export async function putMail(
  queries: Queries,
  { accountId, recipient, kind, ...words }: MailOrder,
): Promise<number | undefined> {
  if (!(await hasRoom(queries, { recipient, kind }))) return undefined
  const mail = toMail(kind, words)
  const id = await insertMail(queries, { account_id: accountId, recipient, kind, ...mail })
  await notify(queries, 'octet_mail')
  return id
}
