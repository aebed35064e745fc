import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Database } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { addMail } from './outbox.ts'
import type { MailKind } from './templates.ts'

let storage: TestStorage
let database: Database
before(async () => {
  storage = await startStorage()
  database = new Database(storage.url, { log: pino({ level: 'silent' }) })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const order = (recipient: string, kind: MailKind) =>
  database.transact((queries) => addMail(queries, { accountId: null, recipient, kind, lang: 'en', brand: 'Octet' }))

async function countMails(recipient: string): Promise<number> {
  const rows = await database.run((queries) =>
    queries.selectFrom('mails').select('kind').where('recipient', '=', recipient).execute(),
  )
  return rows.length
}

for (const [kind, limit] of [
  ['known_address', 3],
  ['passkey_added', 60],
] as const)
  test(`mails “${kind}” to one address: ${limit} within an hour, those beyond are left out`, async () => {
    const recipient = `${kind}@example.org`
    for (let i = 0; i < limit + 2; i++) await order(recipient, kind)
    assert.equal(await countMails(recipient), limit)
    await order(`other-${recipient}`, kind)
    await order(recipient, 'password_changed')
    assert.deepEqual([await countMails(`other-${recipient}`), await countMails(recipient)], [1, limit + 1])
    const hourAgo = sql<Date>`now() - interval '1 hour'`
    await database.run((queries) =>
      queries.updateTable('mails').set({ created_at: hourAgo }).where('recipient', '=', recipient).execute(),
    )
    await order(recipient, kind)
    assert.equal(await countMails(recipient), limit + 2)
  })
