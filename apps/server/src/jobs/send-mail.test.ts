import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { MailServer } from '../domain/mail/mail-server.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startMailJob } from './send-mail.ts'
import { startMailServer } from './testing/mail-server.ts'

const FROM = { name: 'Octet', address: 'no-reply@example.org' }
const log = pino({ level: 'silent' })

test('a mail that is refused for now is tried again, and goes to its one receiver once', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  using server = await startMailServer({ refusals: 1 })
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await database.run((queries) =>
    queries
      .insertInto('mails')
      .values({ recipient: 'a@example.org', kind: 'confirm', subject: '请确认', text: 'text part', html: '<p>html part</p>' })
      .execute(),
  )
  const wake = () => database.run((queries) => sql`select pg_notify('octet_mail', '')`.execute(queries))
  const read = () => database.run((queries) => queries.selectFrom('mails').selectAll().executeTakeFirstOrThrow())
  const readWhen = (isDone: (mail: Awaited<ReturnType<typeof read>>) => boolean) =>
    until(async () => {
      const mail = await read()
      return isDone(mail) && mail
    }, 'the mail changes')
  const refused = await readWhen(({ attempts }) => attempts === 1)
  assert.equal(refused.state, 'waiting')
  assert.match(refused.error ?? '', /451 not now/)
  assert.ok(refused.next_at.getTime() > refused.created_at.getTime() + 5_000, 'not at once')
  const hurry = () => database.run((queries) => sql`update mails set next_at = now()`.execute(queries))
  await hurry()
  await wake()
  assert.ok((await readWhen(({ state }) => state === 'sent')).sent_at)
  await hurry()
  await wake()
  await sleep(200)
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    ['a@example.org'],
  )
  assert.match(server.taken[0]?.text ?? '', /^auto-submitted: auto-generated$/im)
  assert.match(server.taken[0]?.text ?? '', /text\/plain[\s\S]*text part[\s\S]*text\/html[\s\S]*html part/)
})

test('a mail that is refused for good is given up at once, and the next one goes out', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  using server = await startMailServer({
    refusals: 1,
    refusal: '554 we want none of these',
    refusedReceivers: { 'nobody@example.org': '550 5.1.1 no such person', 'far@example.net': '550 5.7.1 no relaying for you' },
  })
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  const receivers = ['nobody@example.org', 'a@example.org', 'far@example.net', 'b@example.org']
  await database.run((queries) =>
    queries
      .insertInto('mails')
      .values(receivers.map((recipient) => ({ recipient, kind: 'confirm', subject: 's', text: 't', html: 'h' })))
      .execute(),
  )
  await database.run((queries) => sql`select pg_notify('octet_mail', '')`.execute(queries))
  const mails = await until(async () => {
    const all = await database.run((queries) => queries.selectFrom('mails').selectAll().orderBy('id').execute())
    return all.at(-1)?.state === 'sent' && all
  }, 'the last is sent')
  assert.deepEqual(
    mails.map(({ recipient, state, attempts }) => [recipient, state, attempts]),
    [
      ['nobody@example.org', 'failed', 1],
      ['a@example.org', 'failed', 1],
      ['far@example.net', 'waiting', 1],
      ['b@example.org', 'sent', 0],
    ],
  )
  assert.match(mails[0]?.error ?? '', /550 5.1.1 no such person/)
  assert.match(mails[1]?.error ?? '', /554 we want none of these/)
})

test('mails of a time without SMTP are given up when they are old', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  using server = await startMailServer({})
  await database.run((queries) =>
    sql`insert into mails (recipient, kind, subject, text, html, next_at) values
      ('old@example.org', 'confirm', 's', 't', 'h', now() - interval '73 hours'),
      ('new@example.org', 'confirm', 's', 't', 'h', now() - interval '71 hours')`.execute(queries),
  )
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await database.run((queries) => sql`select pg_notify('octet_mail', '')`.execute(queries))
  const read = () =>
    database.run((queries) => queries.selectFrom('mails').select(['recipient', 'state', 'error']).orderBy('id').execute())
  const mails = await until(async () => {
    const all = await read()
    return all.at(-1)?.state === 'sent' && all
  }, 'the new one is sent')
  assert.deepEqual(mails[0], { recipient: 'old@example.org', state: 'failed', error: 'stale' })
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    ['new@example.org'],
  )
})

test('mails whose server is not there for three days are given up, with the reason, and counted', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  await database.run((queries) =>
    sql`insert into mails (recipient, kind, subject, text, html, next_at) values
      ('a@example.org', 'confirm', 's', 't', 'h', now() - interval '71 hours')`.execute(queries),
  )
  const read = () =>
    database.run((queries) => queries.selectFrom('mails').select(['state', 'attempts', 'error']).executeTakeFirstOrThrow())
  const server = new MailServer()
  await using _job = startMailJob({ database, smtpUrl: `smtp://127.0.0.1:${await findFreePort()}`, from: FROM, server, log })
  await database.run((queries) => sql`select pg_notify('octet_mail', '')`.execute(queries))
  const waiting = await until(async () => {
    const mail = await read()
    return mail.error !== null && mail
  }, 'it was tried')
  assert.deepEqual([waiting.state, waiting.attempts, server.givenUp], ['waiting', 0, 0])
  await database.run((queries) => sql`update mails set next_at = next_at - interval '2 hours'`.execute(queries))
  await database.run((queries) => sql`select pg_notify('octet_mail', '')`.execute(queries))
  const mail = await until(async () => {
    const now = await read()
    return now.state === 'failed' && now
  }, 'it is given up')
  assert.match(mail.error ?? '', /cannot be reached/)
  assert.equal(server.givenUp, 1)
})

test('a database that breaks while mails are sent makes none of them go out twice', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  await using other = new Database(storage.url, { log })
  const breakAll = async () => {
    await other.run((queries) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'octet'`.execute(queries),
    )
  }
  using server = await startMailServer({ before: async () => void (server.taken.length === 2 && (await breakAll())) })
  const receivers = ['a@example.org', 'b@example.org', 'c@example.org']
  await database.run((queries) =>
    queries
      .insertInto('mails')
      .values(receivers.map((recipient) => ({ recipient, kind: 'confirm', subject: 's', text: 't', html: 'h' })))
      .execute(),
  )
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await until(async () => {
    const sent = other.run((queries) => queries.selectFrom('mails').select('id').where('state', '=', 'sent').execute())
    return (await sent.catch(() => [])).length === receivers.length
  }, 'all are sent')
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    receivers,
  )
})

test('a server that takes a mail and is lost before it says so is told the same message again', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const lost: Socket[] = []
  using server = await startMailServer({ before: async (socket) => void (lost.push(socket) === 1 && socket.destroy()) })
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await addOne(database)
  await until(() => server.taken.length === 1, 'it is taken')
  await until(async () => (await readOne(database)).attempts === 1, 'the loss is noted')
  await database.run((queries) => sql`update mails set next_at = now()`.execute(queries))
  await database.run((queries) => sql`select pg_notify('octet_mail', '')`.execute(queries))
  await until(() => server.taken.length === 2, 'it is taken again')
  const [first, second] = server.taken.map(({ text }) => /^Message-ID: (<\S+@example\.org>)$/m.exec(text)?.[1])
  assert.ok(first)
  assert.equal(first, second)
})

test('a server that looks at a mail for longer than a connection may take gets it once', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const [begun, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const before = () => {
    begun.resolve()
    return looked.promise
  }
  using server = await startMailServer({ before })
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await addOne(database)
  await begun.promise
  await sleep(10_500)
  const { attempts, next_at } = await readOne(database)
  looked.resolve()
  assert.equal(attempts, 0)
  assert.ok(next_at.getTime() > Date.now() + 300_000, 'nobody else takes it while the server is looking')
  await until(async () => (await readOne(database)).state === 'sent', 'it is taken')
  assert.equal(server.taken.length, 1)
})

const addMany = (database: Database, receivers: readonly string[]) =>
  database.run((queries) =>
    queries
      .insertInto('mails')
      .values(receivers.map((recipient) => ({ recipient, kind: 'confirm', subject: 's', text: 't', html: 'h' })))
      .execute(),
  )

const readAll = (database: Database) => database.run((queries) => queries.selectFrom('mails').selectAll().orderBy('id').execute())

const RECEIVERS = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org']

test('a server that cannot be reached is asked with one mail; the others wait untouched, and all leave in their order', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const port = await findFreePort()
  await addMany(database, RECEIVERS)
  const before = await readAll(database)
  const known = new MailServer()
  assert.equal(known.state, 'unchecked')
  await using _job = startMailJob({ database, smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM, server: known, log })
  await until(async () => (await readAll(database)).some(({ error }) => error !== null), 'it is found out')
  await sleep(2_000)
  const meanwhile = await readAll(database)
  assert.equal(known.state, 'failing')
  assert.match(meanwhile[0]?.error ?? '', /cannot be reached/)
  assert.deepEqual(
    meanwhile.map(({ state, attempts, next_at }, at) => [state, attempts, next_at.getTime() - before[at]!.next_at.getTime()]),
    RECEIVERS.map(() => ['waiting', 0, 0]),
  )
  assert.deepEqual(
    meanwhile.slice(1).map(({ error }) => error),
    [null, null, null],
  )
  using server = await startMailServer({ port })
  await until(async () => (await readAll(database)).every(({ state }) => state === 'sent'), 'all are sent')
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    RECEIVERS,
  )
  assert.equal(known.state, 'up')
})

test('a server that breaks off amid a mail is left alone for a while; that mail alone counts the attempt', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  const lost: Socket[] = []
  using server = await startMailServer({ before: async (socket) => void (lost.push(socket) === 1 && socket.destroy()) })
  await addMany(database, RECEIVERS)
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: new MailServer(), log })
  await until(async () => (await readAll(database))[0]?.attempts === 1, 'the loss is noted')
  await sleep(2_000)
  assert.equal(lost.length, 1)
  await until(async () => (await readAll(database)).slice(1).every(({ state }) => state === 'sent'), 'the others are sent')
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    RECEIVERS,
  )
  assert.deepEqual(
    (await readAll(database)).map(({ attempts }) => attempts),
    [1, 0, 0, 0],
  )
})

test('a receiver who is told to come later keeps nobody else waiting', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  using server = await startMailServer({ refusedReceivers: { 'a@example.org': '451 4.7.1 greylisted' } })
  await addMany(database, RECEIVERS)
  const known = new MailServer()
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, server: known, log })
  await until(async () => (await readAll(database)).slice(1).every(({ state }) => state === 'sent'), 'the others are sent')
  const [first] = await readAll(database)
  assert.deepEqual([first?.state, first?.attempts, known.state], ['waiting', 1, 'up'])
})

const addOne = (database: Database) =>
  database.run((queries) =>
    queries
      .insertInto('mails')
      .values({ recipient: 'a@example.org', kind: 'confirm', subject: 's', text: 't', html: 'h' })
      .execute(),
  )

const readOne = (database: Database) =>
  database.run((queries) => queries.selectFrom('mails').selectAll().executeTakeFirstOrThrow())
