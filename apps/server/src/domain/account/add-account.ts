import { randomBytes } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { findAccount, findAccountId, upsertConfirmed } from '../../storage/queries/accounts.ts'
import { givePlan } from '../billing/give-plan.ts'
import type { Plans } from '../plan/plans.ts'
import { parseEmail } from './email.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'

type Parts = { readonly database: Database; readonly plans: Plans }
type Wanted = { readonly email: string; readonly plan?: string | undefined; readonly password?: string | undefined }

/**
 * What an operator does without mail: a confirmed account, new or known, with a plan. A new one, or one that nobody has
 * confirmed, gets a password, which is given this once when it was made here; a known one keeps its own. Throws `email_wrong`,
 * `password_weak`, `bad_input` for an unknown plan, or a password that a known account does not have.
 */
export async function addAccount(
  { database, plans }: Parts,
  { email: address, plan, password }: Wanted,
): Promise<{ id: string; email: string; password: string | null }> {
  const email = parseEmail(address)
  if (plan !== undefined && !plans.find(plan))
    throw new AppError('bad_input', { field: 'plan', expected: plans.ids.join(', '), got: plan })
  if (password !== undefined) checkPassword(password, email)
  const made = password ?? randomBytes(15).toString('base64url')
  const passwordHash = await hashPassword(made)
  return database.transact(async (queries) => {
    const added = await upsertConfirmed(queries, { email, passwordHash, lang: 'en' })
    if (added === undefined && password !== undefined) await refuseOtherPassword({ queries, email, password })
    const id = added ?? (await findId({ queries, email }))
    if (plan !== undefined) await givePlan(queries, { accountId: id, planId: plan })
    return { id, email, password: added !== undefined && password === undefined ? made : null }
  })
}

const NO_OTHER = { en: 'none, or the one that this account has already', zh: '不填，或该账户现有的密码' }

/** A password that would be passed over in silence is refused; the same one again is fine, so that scripts can be run twice. */
async function refuseOtherPassword({ queries, email, password }: Known & { password: string }): Promise<void> {
  const known = await findAccount(queries, email)
  if (await isPassword(password, known?.password_hash)) return
  throw new AppError('bad_input', { field: 'password', expected: NO_OTHER, got: { en: 'another', zh: '其他密码' } })
}

type Known = { readonly queries: Queries; readonly email: string }

const NO_ACCOUNT = { en: 'the address of an account', zh: '已注册账户的邮箱' }

/** Id of an account by its address. Throws `bad_input`. */
export async function findId({ queries, email }: Known): Promise<string> {
  const found = await findAccountId(queries, email)
  if (found === undefined) throw new AppError('bad_input', { field: 'email', expected: NO_ACCOUNT, got: email })
  return found
}
