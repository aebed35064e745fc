import type { Database } from '../../storage/database.ts'

/** Everything that is stored about an account, without hashes and secrets. */
export function exportAccount(database: Database, accountId: string): Promise<Record<string, unknown>> {
  return database.transact(async (queries) => {
    const account = await queries
      .selectFrom('accounts')
      .select(['id', 'email', 'phone', 'lang', 'reg_type', 'channel', 'role', 'unread', 'confirmed_at', 'created_at'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    return {
      account,
      subscriptions: await queries.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId).execute(),
      quotas: await queries.selectFrom('quotas').selectAll().where('account_id', '=', accountId).execute(),
      orders: await queries.selectFrom('orders').selectAll().where('account_id', '=', accountId).execute(),
      payers: await queries.selectFrom('payers').selectAll().where('account_id', '=', accountId).execute(),
      ledger: await queries.selectFrom('ledger').selectAll().where('account_id', '=', accountId).execute(),
      usage: await queries.selectFrom('usage').selectAll().where('account_id', '=', accountId).execute(),
      keys: await queries
        .selectFrom('keys')
        .select([
          'name',
          'prefix',
          'last4',
          'scopes',
          'cidrs',
          'origins',
          'expires_at',
          'revoked_at',
          'last_used_at',
          'created_at',
        ])
        .where('account_id', '=', accountId)
        .execute(),
      sessions: await queries
        .selectFrom('sessions')
        .select(['created_at', 'expires_at', 'agent', 'address'])
        .where('account_id', '=', accountId)
        .execute(),
      passkeys: await queries
        .selectFrom('passkeys')
        .select(['name', 'created_at', 'last_used_at'])
        .where('account_id', '=', accountId)
        .execute(),
      messages: await queries
        .selectFrom('messages')
        .select(['category', 'name', 'email', 'text', 'created_at'])
        .where('account_id', '=', accountId)
        .execute(),
      log: await queries
        .selectFrom('audit')
        .select(['action', 'detail', 'address', 'created_at'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute(),
      downloads: await queries
        .selectFrom('downloads')
        .select(['name', 'build', 'size_bytes', 'address', 'started_at', 'finished_at'])
        .where('account_id', '=', accountId)
        .execute(),
      mails: await queries
        .selectFrom('mails')
        .select(['kind', 'subject', 'state', 'created_at', 'sent_at'])
        .where('account_id', '=', accountId)
        .execute(),
    }
  })
}
