import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { getEpoch, hasOperator, upsertOperator } from '../../storage/queries/accounts.ts'
import { dropLinks, lockOperatorLinks, replaceOperatorLink, takeOperatorLink } from '../../storage/queries/links.ts'
import { parseEmail } from '../account/email.ts'
import { checkPassword, hashPassword } from '../account/passwords.ts'
import { isSecret, makeSecret, toHash } from '../account/secret.ts'
import type { Sessions } from '../account/sessions.ts'
import { tellChanged } from '../key/keys.ts'

const LIFE_SECONDS = 86_400

/** The path of a new link that makes an operator, good for a day and one use; undefined when there is an operator already. */
export async function makeFirstLink(database: Database): Promise<string | undefined> {
  return database.transact(async (queries) => {
    await lockOperatorLinks(queries) // also whoever becomes the operator this moment
    if (await hasOperator(queries)) return undefined
    return makeOperatorLink(queries)
  })
}

/** A new link that makes an operator; links that were made before are dead. */
export async function makeOperatorLink(queries: Queries): Promise<string> {
  const secret = makeSecret()
  await lockOperatorLinks(queries)
  await replaceOperatorLink(queries, toHash(secret), LIFE_SECONDS)
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
    if (!isSecret(token) || !(await takeOperatorLink(queries, toHash(token)))) throw new AppError('link_dead')
    const id = await upsertOperator(queries, { email, passwordHash, lang })
    await sessions.endAll(queries, id)
    await dropLinks(queries, id, ['reset', 'email']) // whoever ordered them with the old password would become the operator
    await tellChanged(queries, id)
    return getEpoch(queries, id)
  })
}
