import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startMailJob } from './send-mail.ts'

const FROM = { name: 'Octet', address: 'no-reply@example.org' }
const log = pino({ level: 'silent' })

/** A mail server (RFC 5321) that refuses the first messages, for now if not told otherwise, and takes the others. */
async function startMailServer({
  refusals = 0,
  refusal = '451 not now',
  refusedReceivers = {},
  before = async () => {},
}: {
  refusals?: number
  refusal?: string
  /** What it says to receivers that it does not take. */
  refusedReceivers?: Readonly<Record<string, string>>
  before?: (socket: Socket) => Promise<void>
}) {
  const taken: { to: string; text: string }[] = []
  let attempts = 0
  const server = createServer((socket) => {
    let to: string[] = []
    let text: string[] | undefined
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    createInterface({ input: socket }).on('line', async (line) => {
      if (text && line !== '.') return void text.push(line)
      if (text) {
        const isTaken = ++attempts > refusals
        if (isTaken) taken.push({ to: to.join(), text: text.join('\n') })
        text = undefined
        to = []
        await before(socket)
        return void socket.write(isTaken ? '250 taken\r\n' : `${refusal}\r\n`)
      }
      const refused = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? ''
      if (Object.hasOwn(refusedReceivers, refused)) return void socket.write(`${refusedReceivers[refused]}\r\n`)
      if (/^RCPT TO/i.test(line)) to.push(line.replace(/^.*<|>.*$/g, ''))
      if (/^DATA/i.test(line)) text = []
      socket.write(/^DATA/i.test(line) ? '354 go on\r\n' : '250 well\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { taken, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.dispose]: () => server.close() }
}

test('a mail that is refused for now is tried again, and goes to its one receiver once', async () => {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log })
  using server = await startMailServer({ refusals: 1 })
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, log })
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
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, log })
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
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, log })
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
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, log })
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
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, log })
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
  using server = await startMailServer({ before: () => sleep(11_000) })
  await using _job = startMailJob({ database, smtpUrl: server.url, from: FROM, log })
  await addOne(database)
  await sleep(10_500)
  const { attempts, next_at } = await readOne(database)
  assert.equal(attempts, 0)
  assert.ok(next_at.getTime() > Date.now() + 300_000, 'nobody else takes it while the server is looking')
  await until(async () => (await readOne(database)).state === 'sent', 'it is taken')
  assert.equal(server.taken.length, 1)
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
