import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { addLink, checkLink } from '../domain/account/links.ts'
import { MailServer } from '../domain/mail/mail-server.ts'
import { addMail } from '../domain/mail/outbox.ts'
import { Database } from '../storage/database.ts'
import { deleteEnded } from '../storage/queries/ended.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startMailJob } from './send-mail.ts'
import { startMailServer } from './testing/mail-server.ts'

const log = pino({ level: 'silent' })
const FROM = { name: 'Octet', address: 'no-reply@example.org' }
const ACCOUNT = '00000000-0000-4000-8000-000000000001'

/** An account with a link in a mail, both of a time long ago, as when no mail could be sent meanwhile. */
async function openLate(database: Database, purpose: 'confirm' | 'reset', hours: number): Promise<string> {
  return database.transact(async (queries) => {
    const account = { id: ACCOUNT, email: 'a@example.org', password_hash: '-', lang: 'en' } as const
    await queries.insertInto('accounts').values(account).execute()
    const secret = await addLink(queries, ACCOUNT, { purpose })
    const link = `https://octet.example/${purpose}#token=${secret}`
    await addMail(queries, { accountId: ACCOUNT, recipient: account.email, kind: purpose, lang: 'en', brand: 'Octet', link })
    await sql`update links set expires_at = expires_at - make_interval(hours => ${hours})`.execute(queries)
    await sql`update mails set created_at = created_at - make_interval(hours => ${hours})`.execute(queries)
    return secret
  })
}

for (const [purpose, hours] of [
  ['confirm', 40],
  ['reset', 3],
] as const)
  test(`a link to ${purpose} whose mail could not be sent for ${hours} h works once it is sent`, async () => {
    await using storage = await startStorage()
    await using database = new Database(storage.url, { log })
    const secret = await openLate(database, purpose, hours)
    const check = () => database.run((queries) => checkLink(queries, secret, purpose))
    await assert.rejects(check(), { key: 'link_dead' })
    await database.run((queries) => deleteEnded(queries, 'links', 10))
    using server = await startMailServer({})
    await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
    await until(() => server.taken.length === 1, 'it is sent')
    await check()
    const { minutes } = await database.run((queries) =>
      queries
        .selectFrom('links')
        .select(sql<number>`round(extract(epoch from expires_at - now()) / 60)::int`.as('minutes'))
        .executeTakeFirstOrThrow(),
    )
    assert.equal(minutes, purpose === 'reset' ? 30 : 24 * 60)
  })

test('a link that another has replaced stays dead, however late its mail is sent', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const secret = await openLate(database, 'reset', 3)
  await database.transact((queries) => addLink(queries, ACCOUNT, { purpose: 'reset' }))
  using server = await startMailServer({})
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await until(() => server.taken.length === 1, 'it is sent')
  await assert.rejects(
    database.run((queries) => checkLink(queries, secret, 'reset')),
    { key: 'link_dead' },
  )
})
