import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino, type Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import { createServerFolder, startOwnStorage, type OwnStorage } from '../testing/start-storage.ts'
import { compareSettings } from './compare-settings.ts'
import { Database, type Queries } from './database.ts'
import { EmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openStorage } from './open-storage.ts'

const log = pino({ level: 'silent' })
const IS_ROOT = process.getuid?.() === 0
let storage: OwnStorage
let database: Database
let second: EmbeddedPostgres | undefined
before(async () => {
  storage = await startOwnStorage()
  database = new Database(storage.url, { log })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await second?.[Symbol.asyncDispose]() // the last one ends the server, and its folder goes with it
  await storage[Symbol.asyncDispose]()
})

test('tables are made once, even by four starts at the same time', async () => {
  assert.deepEqual(await Promise.all(Array.from({ length: 4 }, () => migrate(storage.url))), [[], [], [], []])
})

test('a database of a newer version is left alone, said to be one, and not left running', async () => {
  await using own = await createServerFolder()
  {
    await using newer = await openStorage({ databaseUrl: undefined, varFolder: own.path, log })
    await using tables = new Database(newer.url, { log })
    await tables.run((queries) => sql`insert into migrations (name, hash) values ('9999-later.sql', '')`.execute(queries))
    await assert.rejects(migrate(newer.url!), /older one, got one of a newer version \(9999-later\.sql\): start that one again/)
  }
  await using none = await openStorage({ databaseUrl: undefined, varFolder: own.path, log })
  assert.equal(none.url, undefined)
  assert.ok(!existsSync(join(own.path, 'postgres/data/postmaster.pid')))
})

test('a database that is being started again when the program ends is not left running', async () => {
  await using own = await createServerFolder()
  // It is launched 300 ms after the end of the one before, and has no number for some milliseconds.
  for (const pauseMs of [298, 302, 306, 310, 314, 318]) {
    const restarting = await openStorage({ databaseUrl: undefined, varFolder: own.path, log })
    process.kill(await findPostmaster(own.path), 'SIGKILL')
    await sleep(pauseMs)
    await restarting[Symbol.asyncDispose]()
    await sleep(200)
    assert.deepEqual(await listServers(own.path), [], `ended ${pauseMs} ms after`)
  }
})

test('a database that cannot hold every letter is refused before anything is made in it', async () => {
  for (const encoding of ['SQL_ASCII', 'LATIN1']) {
    const name = `octet_${encoding.toLowerCase()}`
    const url = new URL(storage.url)
    url.pathname = `/${name}`
    const create = `create database ${name} encoding '${encoding}' locale 'C' template template0`
    await database.run((queries) => sql.raw(create).execute(queries))
    await assert.rejects(migrate(url.href), new RegExp(`expected a database whose encoding is UTF8 .*got ${encoding}`))
    await using other = new Database(url.href, { log })
    const { rows } = await other.run((queries) =>
      sql`select tablename from pg_tables where schemaname = 'public'`.execute(queries),
    )
    assert.deepEqual(rows, [])
    await assert.rejects(other.checkWritable(), /has no tables yet/)
  }
})

test('a machine whose clock is not that of the database says so', async (t) => {
  const said: string[] = []
  const listening = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
  const open = async () => {
    await using _opened = await openStorage({ databaseUrl: storage.url, varFolder: storage.varFolder, log: listening })
  }
  await open()
  assert.deepEqual(said, [])
  const { now } = Date
  const slow = t.mock.method(Date, 'now', () => now() - 7 * 60_000)
  await open()
  slow.mock.restore()
  assert.match(said.join(''), /"aheadSeconds":-4[12]\d,.*clocks of this machine and of the database differ/)
})

test('a word reaches a listener on another connection', async () => {
  const words: (string | undefined)[] = []
  database.listen('octet_keys', (word) => words.push(word))
  await until(() => database.isListening, 'it listens')
  await database.run((queries) => sql`select pg_notify('octet_keys', 'abc')`.execute(queries))
  await until(() => words.includes('abc'), 'the word is heard')
  assert.deepEqual(words, [undefined, 'abc'])
})

test('a listener whose database has gone without a word asks after seconds, not after the two hours of the system', async (t) => {
  if (process.platform !== 'linux') return t.skip('reads /proc/net/tcp')
  const url = new URL(storage.url)
  const socket = join(decodeURIComponent(url.hostname), '.s.PGSQL.5432')
  const proxy = createServer((peer) => peer.pipe(connect(socket)).pipe(peer)).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as { port: number }
  t.after(() => proxy.close())
  await using far = new Database(`postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`, { log })
  far.listen('octet_keys', () => {})
  await until(() => far.isListening, 'it listens')
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  // Kind 02 is keep-alive; then the time left, in hundredths of a second (proc_net_tcp).
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const [kind, left = ''] = rows.find(([, , to]) => to === remote)?.[5]?.split(':') ?? []
  assert.equal(kind, '02')
  assert.ok(parseInt(left, 16) <= 1_100, left)
})

test('behind a pooler that answers for a database that is gone, queries and words come over new connections after seconds', async (t) => {
  const url = new URL(storage.url)
  const socket = join(decodeURIComponent(url.hostname), '.s.PGSQL.5432')
  const peers: Socket[] = []
  const proxy = createServer((peer) => {
    const inner = connect(socket)
    peer.pipe(inner).pipe(peer)
    for (const one of [peer, inner]) peers.push(one.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => {
    for (const peer of peers) peer.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as { port: number }
  await using far = new Database(`postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`, { log })
  const words: (string | undefined)[] = []
  far.listen('octet_keys', (word) => words.push(word))
  const ask = () => far.run((queries) => sql`select 1`.execute(queries))
  await Promise.all([ask(), ask(), until(() => far.isListening, 'it listens')])
  for (const peer of peers) peer.unpipe().pause() // what is sent is taken, and nothing comes of it
  const lost = () => far.run((queries) => sql`select 2`.execute(queries))
  const isUnavailable = (error: unknown) => isAppError(error) && error.key === 'unavailable'
  await Promise.all([
    assert.rejects(lost(), isUnavailable),
    assert.rejects(
      far.transact((queries) => sql`select 2`.execute(queries)),
      isUnavailable,
    ),
  ])
  await Promise.all([ask(), ask()])
  await until(() => words.length === 2, 'it listens anew, and says that words may have been missed')
  await database.run((queries) => sql`select pg_notify('octet_keys', 'revoked')`.execute(queries))
  await until(() => words.includes('revoked'), 'the word is heard')
})

test('without a database every call says unavailable with a time to retry', async () => {
  const faulty = [
    'postgres://a:b@127.0.0.1:1/none',
    storage.url.replace(/:[^:@/]+@/, ':another@'),
    storage.url.replace(/\/postgres\?/, '/missing?'),
    `${storage.url}&sslmode=verify-full`,
  ]
  assert.equal(new Set([...faulty, storage.url, `${storage.url}&sslmode=verify-full`]).size, 5)
  for (const url of [undefined, ...faulty]) {
    await using away = new Database(url, { log })
    await assert.rejects(
      away.run((queries) => queries.selectFrom('accounts').selectAll().execute()),
      (error) => isAppError(error) && error.key === 'unavailable' && error.details['retryAfter'] === 2,
    )
  }
})

test('a database whose connections all wait for others’ rows is busy, not away: whoever finds none free waits', async () => {
  const wait = (queries: Queries) => sql`select pg_advisory_xact_lock(4711)`.execute(queries)
  await using other = new Database(storage.url.replace('connect_timeout=60&', ''), { log })
  const waiting = await database.transact(async (queries) => {
    await wait(queries)
    const all = Array.from({ length: 20 }, () => other.transact(wait))
    const ends = Promise.allSettled(all)
    await sleep(1_500) // longer than a connection is waited for where there is no database
    return { ends }
  })
  assert.deepEqual([...new Set((await waiting.ends).map(({ status }) => status))], ['fulfilled'])
})

test('two transactions that wait for each other are both done, one of them anew', async () => {
  await database.run((queries) => sql`create table crossed (id int primary key, count int)`.execute(queries))
  await database.run((queries) => sql`insert into crossed values (1, 0), (2, 0)`.execute(queries))
  const held = new Set<number>()
  let tries = 0
  const cross = (ids: readonly [number, number]) =>
    database.transact(async (queries) => {
      tries++
      const take = (id: number) => sql`update crossed set count = count + 1 where id = ${id}`.execute(queries)
      await take(ids[0])
      held.add(ids[0])
      await until(() => held.size === 2, 'both hold one')
      await take(ids[1])
    })
  await Promise.all([cross([1, 2]), cross([2, 1])])
  const { rows } = await database.run((queries) => sql`select count from crossed`.execute(queries))
  assert.deepEqual([rows, tries], [[{ count: 2 }, { count: 2 }], 3])
})

test('a transaction that is undone time and again for others is unavailable, with a time to retry', async () => {
  let tries = 0
  const undone = database.transact((queries) => {
    tries++
    return sql`do $$ begin raise exception 'undone' using errcode = '40001'; end $$`.execute(queries)
  })
  await assert.rejects(undone, (error) => isAppError(error) && error.key === 'unavailable' && error.details['retryAfter'] === 2)
  assert.equal(tries, 5)
})

test('a database that can only be read for now, as after a fail-over, is unavailable', async () => {
  await using standby = new Database(`${storage.url}&options=-c%20default_transaction_read_only%3Don`, { log })
  await assert.rejects(
    standby.run((queries) => queries.deleteFrom('mails').execute()),
    (error) => isAppError(error) && error.key === 'unavailable',
  )
})

test('a database whose disk is full says so, to the caller and once to the operator', async () => {
  const lines: string[] = []
  await using full = new Database(storage.url, { log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }) })
  for (let index = 0; index < 3; index++)
    await assert.rejects(
      full.run((queries) =>
        sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(queries),
      ),
      (error) => isAppError(error) && error.key === 'unavailable' && /disk of the account database is full/.test(error.message),
    )
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /the disk of the account database is full/)
})

test('a database whose tables could not be made yet is unavailable, and says so to the operator once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using database = new Database(storage.url, { log })
  const ask = () => database.run((queries) => sql`select 1 from not_made_yet`.execute(queries))
  for (let turn = 0; turn < 3; turn++)
    await assert.rejects(
      ask,
      (error) => isAppError(error) && error.key === 'unavailable' && /has no tables yet/.test(error.message),
    )
  assert.equal(lines.length, 1)
})

test('a database without a free connection says so to the operator, once', async () => {
  const lines: string[] = []
  const listening = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using narrow = new Database(await makeNarrow('one_way', 0), { log: listening })
  for (let index = 0; index < 3; index++)
    await assert.rejects(
      narrow.run((queries) => queries.selectFrom('mails').selectAll().execute()),
      (error) => isAppError(error) && error.key === 'unavailable',
    )
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /too many connections for role.*raise its max_connections or lower OCTET_PROCESSES/)
})

test('a database that refuses the password, as after a change of it, says so to the operator, once', async () => {
  const lines: string[] = []
  const listening = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const url = new URL(storage.url)
  url.password = 'another'
  await using refused = new Database(url.href, { log: listening })
  for (let index = 0; index < 3; index++)
    await assert.rejects(
      refused.run((queries) => queries.selectFrom('mails').selectAll().execute()),
      (error) => isAppError(error) && error.key === 'unavailable',
    )
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /refuses the user or password of DATABASE_URL; after a change of it, restart with the new one/)
})

for (const { limit, threads, said } of [
  { limit: 17, threads: 2, said: [{ needed: 18, room: 17 }] },
  { limit: 18, threads: 2, said: [] },
  { limit: -1, threads: 2, said: [] },
  { limit: -1, threads: 11, said: [{ needed: 99, room: 97 }] },
])
  test(`a database for ${limit} connections and a server of ${threads} threads: ${said.length ? 'told' : 'no word'}`, async () => {
    const lines: { needed?: number; room?: number }[] = []
    const listening = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
    await compareSettings(await makeNarrow(`way_${limit + 1}`, limit), { threads, log: listening })
    assert.deepEqual(
      lines.map(({ needed, room }) => ({ needed, room })),
      said,
    )
  })

/** The tests' database for a role of its own that may open so many connections. */
async function makeNarrow(role: string, limit: number): Promise<string> {
  const words = `create role ${role} login password 'word' connection limit ${limit}`
  await database.run((queries) =>
    sql.raw(`do $$ begin ${words}; exception when duplicate_object then null; end $$`).execute(queries),
  )
  return storage.url.replace(/\/\/[^@]*@/, `//${role}:word@`)
}

test(
  'a database whose disk is full is not ready, and is again once there is room',
  { skip: !(IS_ROOT && process.platform === 'linux') && 'needs root' },
  async (t) => {
    await using own = await startOwnStorage()
    await using before = new Database(own.url, { log })
    await before.checkWritable()
    const folder = join(own.varFolder, 'postgres/data/base/pgsql_tmp')
    await mkdir(folder, { recursive: true })
    const { uid } = await stat(join(own.varFolder, 'postgres/data/base'))
    const mount = ['-t', 'tmpfs', '-o', `size=64k,uid=${uid},mode=700`, 'tmpfs', folder]
    if (spawnSync('mount', mount).status !== 0) return t.skip('cannot mount here')
    try {
      const after = new Database(own.url, { log })
      await assert.rejects(after.checkWritable(), /disk of the account database is full/)
      await after[Symbol.asyncDispose]()
      await before.checkWritable() // what was found a moment ago holds for a few seconds
    } finally {
      spawnSync('umount', ['-l', folder])
    }
    await using later = new Database(own.url, { log })
    await later.checkWritable()
  },
)

test('a database that keeps a statement waiting, as behind a lock, is unavailable', async () => {
  await using slow = new Database(`${storage.url}&statement_timeout=100`, { log })
  await assert.rejects(
    slow.run((queries) => sql`select pg_sleep(10)`.execute(queries)),
    (error) => isAppError(error) && error.key === 'unavailable',
  )
})

for (const [name, query, got] of [
  ['U+0000 in a text', sql`select ${'a\u0000'}::text`, 'U+0000'],
  ['U+0000 in JSON', sql`select ${JSON.stringify({ a: '\u0000' })}::jsonb`, 'U+0000'],
  ['half an emoji in JSON', sql`select ${JSON.stringify({ a: 'x\ud83d' })}::jsonb`, 'half of a surrogate pair'],
] as const)
  test(`${name} is a fault of the input, not of the program`, () =>
    assert.rejects(
      database.run((queries) => query.execute(queries)),
      (error) =>
        isAppError(error) &&
        error.key === 'bad_input' &&
        /without (.*), got \1$/.test(error.message) &&
        error.message.endsWith(got),
    ))

test('a database that cannot start leaves the program without one, and alive', async () => {
  await using none = await openStorage({ databaseUrl: undefined, varFolder: '/dev/null/var', log })
  assert.match(none.fault ?? '', /ENOTDIR/)
  assert.equal(none.url, undefined)
})

test('a database that ends while it starts is started once', async () => {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-no-start-'))
  await chmod(varFolder, 0o755)
  const first = await EmbeddedPostgres.start({ varFolder, log })
  await first[Symbol.asyncDispose]()
  await writeFile(join(varFolder, 'postgres/data/PG_VERSION'), '1\n')
  await assert.rejects(EmbeddedPostgres.start({ varFolder, log }), /did not start/)
  await sleep(1_000)
  const refusals = (await readFile(join(varFolder, 'postgres/log'), 'utf8')).match(/FATAL: +database files are incompatible/g)
  assert.equal(refusals?.length, 1)
  await rm(varFolder, { recursive: true })
})

test('kill -9 of the database under writers: no acknowledged row is lost, and it comes back by itself', async (t) => {
  const acknowledged: number[] = []
  const over = new AbortController()
  t.after(() => over.abort())
  let next = 0
  let refused = 0
  const writers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const number = next++
      try {
        await database.run((queries) =>
          queries
            .insertInto('mails')
            .values({ recipient: 'ledger', kind: 'test', subject: String(number), text: '', html: '', state: 'kept' })
            .execute(),
        )
        acknowledged.push(number)
      } catch (error) {
        assert.ok(isAppError(error), `expected unavailable, got ${String(error)}`)
        refused++
        await sleep(20)
      }
    }
  })
  for (let round = 0; round <= 3; round++) {
    const before = acknowledged.length
    await until(() => acknowledged.length >= before + 20, `writes go on after kill ${round}`)
    if (round < 3) await killServer(storage.varFolder)
  }
  over.abort()
  await Promise.all(writers)
  const rows = await database.run((queries) =>
    queries.selectFrom('mails').select('subject').where('recipient', '=', 'ledger').execute(),
  )
  const stored = new Set(rows.map(({ subject }) => Number(subject)))
  assert.deepEqual(
    acknowledged.filter((number) => !stored.has(number)),
    [],
  )
  t.diagnostic(`${acknowledged.length} acknowledged, 0 lost, ${refused} refused during 3 kills`)
})

test('a second start takes the running database over', async () => {
  second = await EmbeddedPostgres.start({ varFolder: storage.varFolder, log })
  assert.equal(new URL(second.url).password, new URL(storage.url).password)
})

test('a server that cannot come up is tried after longer and longer pauses, and goes on as soon as it can', async () => {
  await using own = await createServerFolder()
  const { words, log: heard } = hear()
  await using server = await EmbeddedPostgres.start({ varFolder: own.path, log: heard })
  const settings = join(own.path, 'postgres/data/postgresql.conf')
  const good = await readFile(settings, 'utf8')
  await writeFile(settings, `${good}\nno_such_setting = 1\n`)
  process.kill(await findPostmaster(own.path), 'SIGKILL')
  const listPauses = () => words.flatMap(({ pauseMs = [] }) => pauseMs)
  await until(() => listPauses().length >= 3, 'it is tried three times')
  assert.deepEqual(listPauses().slice(0, 3), [300, 600, 1_200])
  await writeFile(settings, good)
  await until(() => isAnswering(server.url), 'it answers again')
})

test('a password that is lost is made anew, and one of another database told at once', async () => {
  await using own = await createServerFolder()
  const path = join(own.path, 'postgres/password')
  {
    await using server = await EmbeddedPostgres.start({ varFolder: own.path, log })
    await migrate(server.url)
    const kept = await readFile(path, 'utf8')
    await rm(path)
    const told = new RegExp(`found none: stop what uses it, end the database \\(process ${await findPostmaster(own.path)}\\)`)
    await assert.rejects(EmbeddedPostgres.start({ varFolder: own.path, log }), told)
    await writeFile(path, kept)
  }
  const before = await readFile(path, 'utf8')
  await rm(path)
  {
    await using server = await EmbeddedPostgres.start({ varFolder: own.path, log })
    assert.notEqual(await readFile(path, 'utf8'), before)
    assert.deepEqual(await migrate(server.url), [], 'its tables are there')
  }
  await writeFile(path, before)
  const words = `expected the password of the embedded database in ${path}, got another: `
  await assert.rejects(EmbeddedPostgres.start({ varFolder: own.path, log }), ({ message }: Error) => message.startsWith(words))
  await rm(path) // as it says
  await using server = await EmbeddedPostgres.start({ varFolder: own.path, log })
  assert.deepEqual(await migrate(server.url), [])
})

test('data that root has copied is given to the user of the database', { skip: IS_ROOT ? false : 'not root' }, async () => {
  await using own = await createServerFolder()
  await (await EmbeddedPostgres.start({ varFolder: own.path, log }))[Symbol.asyncDispose]()
  const data = join(own.path, 'postgres/data')
  for (const path of [data, join(data, 'global/pg_control'), join(data, 'postgresql.conf')]) await chown(path, 0, 0)
  await using server = await EmbeddedPostgres.start({ varFolder: own.path, log })
  assert.ok(await isAnswering(server.url))
})

/** Kills the server and waits for the next one: what the old one had begun may go on for a moment without it. */
async function killServer(varFolder: string): Promise<void> {
  const before = await findPostmaster(varFolder)
  process.kill(before, 'SIGKILL')
  await until(async () => (await findPostmaster(varFolder)) !== before, 'another server runs')
  await until(() => isAnswering(storage.url), 'it answers')
}

async function isAnswering(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** A log, and what has been said in it. */
function hear(): { readonly words: readonly { pauseMs?: number }[]; readonly log: Logger } {
  const words: { pauseMs?: number }[] = []
  return { words, log: pino({}, { write: (line: string) => void words.push(JSON.parse(line)) }) }
}

/** Process ids of servers on the data below a folder, whether or not they have come so far as to write theirs down. */
async function listServers(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`-D\0${join(folder, 'postgres/data')}`)) found.push(Number(name))
  }
  return found
}

/** Process id of the running server; its file still names the one before while that is being replaced. */
function findPostmaster(varFolder: string): Promise<number> {
  return until(async () => {
    const text = await readFile(join(varFolder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number(text.split('\n')[0])
    return pid > 1 && existsSync(`/proc/${pid}`) && pid
  }, 'a database server runs')
}
