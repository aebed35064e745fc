import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { holdOperators, holdRole, keepOperators, lockOperators, setRole, toGone } from '../../storage/queries/accounts.ts'
import { holdCurrent, type Current } from '../account/current.ts'
import { tellEnded, type Sessions } from '../account/sessions.ts'
import { addMail } from '../mail/outbox.ts'
import { keepAnOperator } from './keep-an-operator.ts'

type Parts = { readonly database: Database; readonly sessions: Sessions; readonly brand: string }

/** The operator who changes a role and has shown the password; none on the command line. */
export type By = { readonly current: Current; readonly email: string }

type Change = { readonly id: string; readonly role: 'user' | 'operator'; readonly by?: By }

/**
 * Makes an account one of an operator, or takes that away, also from oneself. A new operator is logged out everywhere, so that the
 * role is taken up with the password. The person and all operators hear of it. Throws `no_such`, `last_operator`, `wrong_password`,
 * `not_now` for an account that has the role, is locked or was never confirmed, and `session_ended` where who asks for it is no
 * operator any more.
 */
export async function changeRole({ database, sessions, brand }: Parts, { id, role, by }: Change): Promise<void> {
  await database.transact(async (queries) => {
    await lockOperators(queries)
    if (by) {
      const { accountId } = by.current
      if (!(await holdOperators(queries, [id, accountId])).includes(accountId)) throw toGone()
      await holdCurrent(queries, by.current)
    }
    if (role === 'user') await keepAnOperator(queries, id)
    const account = await holdRole(queries, id)
    if (!account) throw new AppError('no_such', { what: { en: 'account', zh: '账户' }, got: id })
    const reason = findReason(account, role)
    if (reason) throw new AppError('not_now', { reason })
    await setRole(queries, id, role)
    await (role === 'operator' ? sessions.endAll(queries, id) : tellEnded(queries, id))
    await tell(queries, { account, role, by, brand })
  })
  sessions.forget(id)
}

type Account = NonNullable<Awaited<ReturnType<typeof holdRole>>>

function findReason(
  { role, confirmed_at: confirmedAt, disabled_at: lockedAt }: Account,
  wanted: Change['role'],
): Text | undefined {
  if (role === wanted) return wanted === 'operator' ? IS_OPERATOR : IS_USER
  if (wanted === 'user') return undefined
  if (!confirmedAt) return UNCONFIRMED
  return lockedAt ? LOCKED : undefined
}

type Told = { readonly account: Account; readonly role: Change['role']; readonly by: By | undefined; readonly brand: string }

/** A role that nobody meant to give is seen by those who can take it back. */
async function tell(queries: Queries, { account: { id, email, lang }, role, by, brand }: Told): Promise<void> {
  const isGiven = role === 'operator'
  await addMail(queries, { accountId: id, recipient: email, lang, brand, kind: isGiven ? 'operator_on' : 'operator_off' })
  const others = (await keepOperators(queries)).filter((operator) => operator.id !== id)
  for (const operator of others)
    await addMail(queries, {
      accountId: operator.id,
      recipient: operator.email,
      lang: operator.lang,
      brand,
      kind: isGiven ? 'operator_added' : 'operator_removed',
      values: { email, by: by?.email ?? COMMAND_LINE[operator.lang] },
    })
}

const COMMAND_LINE: Text = { en: 'the command line of the server', zh: '服务器命令行' }
const IS_OPERATOR: Text = { en: 'it is an operator’s account', zh: '该账户已是管理员' }
const IS_USER: Text = { en: 'it is no operator’s account', zh: '该账户不是管理员' }
const UNCONFIRMED: Text = { en: 'its address is not confirmed', zh: '其邮箱尚未确认' }
const LOCKED: Text = { en: 'it is locked', zh: '该账户已停用' }
