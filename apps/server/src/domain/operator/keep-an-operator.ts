import { AppError } from '@octet/core/errors.ts'
import type { Queries } from '../../storage/database.ts'
import { isOperating, listOperators, lockOperators } from '../../storage/queries/accounts.ts'

/**
 * To be called before an account is deleted, locked or loses the role, in the same transaction and before its row is held unless
 * `lockOperators` was called: somebody has to be
 * left who runs the installation, also where its last two operators go at once. Throws `last_operator`.
 */
export async function keepAnOperator(queries: Queries, leavingId: string): Promise<void> {
  if (!(await isOperating(queries, leavingId))) return
  await lockOperators(queries)
  const operators = await listOperators(queries)
  if (!operators.some(({ id }) => id !== leavingId)) throw new AppError('last_operator')
}
