import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { toUsed } from './quota.ts'

/** Everything that is stored about an account, table by table, without hashes and secrets. */
export async function readAccountData(queries: Queries, accountId: string) {
  return {
    account: await queries
      .selectFrom('accounts')
      .select(['id', 'email', 'phone', 'lang', 'reg_type', 'channel', 'role', 'news_seen_at', 'confirmed_at', 'created_at'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
    ...(await readPlans(queries, accountId)),
    ...(await readUse(queries, accountId)),
    ...(await readPerson(queries, accountId)),
    ...(await readLookUps(queries, accountId)),
    ...(await readMeasuring(queries, accountId)),
  }
}

/** What was bought, paid and given back. */
async function readPlans(queries: Queries, accountId: string) {
  const orderIds = queries.selectFrom('orders').select('id').where('account_id', '=', accountId)
  return {
    subscriptions: await queries.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId).execute(),
    quotas: await queries
      .selectFrom('quotas')
      .selectAll()
      .select(toUsed(sql.ref('quotas.account_id'), sql.ref('quotas.month')).as('used'))
      .where('account_id', '=', accountId)
      .execute(),
    quota_alerts: await queries.selectFrom('quota_alerts').selectAll().where('account_id', '=', accountId).execute(),
    orders: await queries.selectFrom('orders').selectAll().where('account_id', '=', accountId).execute(),
    refunds: await queries.selectFrom('refunds').selectAll().where('order_id', 'in', orderIds).execute(),
    disputes: await queries.selectFrom('disputes').selectAll().where('order_id', 'in', orderIds).execute(),
    payers: await queries.selectFrom('payers').selectAll().where('account_id', '=', accountId).execute(),
    ledger: await queries.selectFrom('ledger').selectAll().where('account_id', '=', accountId).execute(),
  }
}

async function readUse(queries: Queries, accountId: string) {
  return {
    usage: await queries.selectFrom('usage').selectAll().where('account_id', '=', accountId).execute(),
    keys: await queries
      .selectFrom('keys')
      // By the id use, jobs and downloads name a key.
      .select(['id', 'name', 'prefix', 'last4', 'scopes', 'cidrs', 'origins', 'allow_query', 'cap_month'])
      .select(['expires_at', 'revoked_at', 'last_used_at', 'created_at'])
      .where('account_id', '=', accountId)
      .execute(),
  }
}

/** How the person got in, and what they wrote and did. */
async function readPerson(queries: Queries, accountId: string) {
  return {
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
    mails: await queries
      .selectFrom('mails')
      .select(['kind', 'subject', 'state', 'created_at', 'sent_at'])
      .where('account_id', '=', accountId)
      .execute(),
  }
}

/** Address data: files, whole lists and what was said to be wrong. */
async function readLookUps(queries: Queries, accountId: string) {
  return {
    downloads: await queries
      .selectFrom('downloads')
      .select(['key_id', 'name', 'build', 'size_bytes', 'address', 'started_at', 'finished_at'])
      .where('account_id', '=', accountId)
      .execute(),
    jobs: await queries
      .selectFrom('jobs')
      .select(['id', 'key_id', 'kind', 'state', 'format', 'fields', 'exclude', 'lines', 'done', 'failed', 'build', 'error'])
      .select(['charged_units', 'returned_units', 'webhook', 'webhook_state', 'created_at', 'finished_at', 'expires_at'])
      .where('account_id', '=', accountId)
      .execute(),
    corrections: await queries
      .selectFrom('corrections')
      .select(['id', 'network', 'claim', 'evidence', 'email', 'before', 'state', 'note', 'address', 'created_at', 'decided_at'])
      .where('account_id', '=', accountId)
      .execute(),
  }
}

async function readMeasuring(queries: Queries, accountId: string) {
  return {
    points: await queries
      .selectFrom('points')
      .select(['id', 'name', 'token_end', 'tags', 'country', 'city', 'latitude', 'longitude', 'last_seen_at', 'created_at'])
      .where('account_id', '=', accountId)
      .execute(),
    measurements: await queries
      .selectFrom('measurements')
      .select(['id', 'is_finished', 'created_at', 'expires_at'])
      .where('account_id', '=', accountId)
      .execute(),
    monitors: await queries
      .selectFrom('monitors')
      .select(['id', 'name', 'request', 'every_minutes', 'rules', 'wants_mail', 'webhook_url', 'is_active', 'state'])
      .select([
        'state_since',
        'last_run_at',
        'last_words',
        'recent_runs',
        'shown_id',
        'shown_title',
        'shows_target',
        'created_at',
      ])
      .where('account_id', '=', accountId)
      .execute(),
    monitor_days: await queries
      .selectFrom('monitor_days')
      .innerJoin('monitors', 'monitors.id', 'monitor_days.monitor_id')
      .select(['monitor_id', 'day', 'good', 'bad', 'unknown', 'maintenance'])
      .where('account_id', '=', accountId)
      .orderBy('day')
      .execute(),
    maintenance_windows: await queries
      .selectFrom('maintenance_windows')
      .select(['id', 'name', 'monitor_ids', 'time_zone', 'schedule', 'created_at'])
      .where('account_id', '=', accountId)
      .execute(),
    monitor_events: await queries
      .selectFrom('monitor_events')
      .innerJoin('monitors', 'monitors.id', 'monitor_events.monitor_id')
      .select(['monitor_id', 'kind', 'words', 'monitor_events.created_at'])
      .where('account_id', '=', accountId)
      .orderBy('monitor_events.id')
      .execute(),
  }
}
