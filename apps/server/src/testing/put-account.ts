import { randomUUID } from 'node:crypto'
import type { Services } from '../services.ts'

type Wanted = {
  readonly lang?: 'en' | 'zh'
  /** A plan that it has subscribed to. */
  readonly plan?: string | undefined
}

/** A confirmed account with a session, put straight into the tables: no mail and no password are waited for. */
export async function putAccount(
  { storage, sessions }: Pick<Services, 'storage' | 'sessions'>,
  { lang = 'en', plan }: Wanted = {},
): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  const { token } = await storage.transact(async (queries) => {
    await queries
      .insertInto('accounts')
      .values({ id, email: `${id}@example.org`, password_hash: '-', lang, confirmed_at: new Date() })
      .execute()
    if (plan !== undefined)
      await queries
        .insertInto('subscriptions')
        .values({ account_id: id, product: 'api', plan_id: plan, period: 'monthly' })
        .execute()
    return sessions.open(queries, { id, epoch: 0 }, { isRemembered: false, isBound: false })
  })
  return { id, token }
}
