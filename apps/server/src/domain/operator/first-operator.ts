import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { parseEmail } from '../account/email.ts'
import { dropLinks } from '../account/links.ts'
import { checkPassword, hashPassword } from '../account/passwords.ts'
import { isSecret, makeSecret, toHash } from '../account/secret.ts'
import type { Sessions } from '../account/sessions.ts'
import { tellChanged } from '../key/keys.ts'

const LIFE_SECONDS = 86_400

/** The path of a new link that makes an operator, good for a day and one use; undefined when there is an operator already. */
export async function makeFirstLink(database: Database): Promise<string | undefined> {
  return database.transact(async (queries) => {
    if (await hasOperator(queries)) return undefined
    return makeOperatorLink(queries)
  })
}

/** A new link that makes an operator; links that were made before are dead. */
export async function makeOperatorLink(queries: Queries): Promise<string> {
  const secret = makeSecret()
  await queries.deleteFrom('operator_links').execute()
  await queries
    .insertInto('operator_links')
    .values({ hash: toHash(secret), expires_at: sql<Date>`now() + make_interval(secs => ${LIFE_SECONDS})` })
    .execute()
  return `/admin/start#token=${secret}`
}

type Parts = { readonly database: Database; readonly sessions: Sessions }
type NewOperator = {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
  readonly lang: Lang
}

/**
 * Makes the account of an operator by a link, confirmed at once; an account that exists already becomes one, with the
 * new password, and is let in again if it was locked. Throws `link_dead` and the table's validation errors. Gives the account.
 */
export async function createOperator(
  { database, sessions }: Parts,
  { token, email: address, password, confirmPassword, lang }: NewOperator,
): Promise<{ id: string; epoch: number }> {
  const email = parseEmail(address)
  checkPassword(password, email)
  if (password !== confirmPassword) throw new AppError('passwords_differ')
  const passwordHash = await hashPassword(password)
  return database.transact(async (queries) => {
    await takeOperatorLink(queries, token)
    const { id } = await queries
      .insertInto('accounts')
      .values({ id: randomUUID(), email, password_hash: passwordHash, lang, role: 'operator', confirmed_at: new Date() })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({
          password_hash: passwordHash,
          role: 'operator',
          confirmed_at: sql<Date>`coalesce(accounts.confirmed_at, now())`,
          disabled_at: null,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await sessions.endAll(queries, id)
    await dropLinks(queries, id, ['reset', 'email']) // whoever ordered them with the old password would become the operator
    await tellChanged(queries, id)
    return queries.selectFrom('accounts').select(['id', 'epoch']).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

async function takeOperatorLink(queries: Queries, secret: string): Promise<void> {
  const taken = isSecret(secret)
    ? await queries
        .deleteFrom('operator_links')
        .where('hash', '=', toHash(secret))
        .returning(sql<boolean>`expires_at > now()`.as('isAlive'))
        .executeTakeFirst()
    : undefined
  if (!taken?.isAlive) throw new AppError('link_dead')
}

async function hasOperator(queries: Queries): Promise<boolean> {
  const found = await queries.selectFrom('accounts').select('id').where('role', '=', 'operator').limit(1).executeTakeFirst()
  return found !== undefined
}
