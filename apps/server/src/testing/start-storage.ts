import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { pino } from 'pino'
import { EmbeddedPostgres } from '../storage/embedded.ts'
import { migrate } from '../storage/migrate.ts'

/** A server for the tests of one run; `shareStorage` puts its address here. */
const SHARED = 'OCTET_TEST_POSTGRES'
/** The database in it that has the tables already. */
const TEMPLATE = 'octet_template'
/**
 * A folder with a database, made and at rest, whose tables are there: to copy it takes a fifth of what it takes to make it.
 * `shareStorage` puts its path here.
 */
const MADE = 'OCTET_TEST_MADE_DATABASE'
/** Limits of the product are for an idle machine: tests of other things get as long as they need. */
const PATIENCE = 'connect_timeout=60&statement_timeout=60000&query_timeout=60000'

const log = pino({ level: 'silent' })

export type TestStorage = AsyncDisposable & { readonly url: string }
/** A server of the test's own, with its folder. */
export type OwnStorage = TestStorage & { readonly varFolder: string }
export type ServerFolder = AsyncDisposable & { readonly path: string }

/**
 * A fresh database with the tables: in the server that the whole run shares, in that of `DATABASE_URL`, else in an embedded
 * one of its own.
 */
export async function startStorage(): Promise<TestStorage> {
  const { [SHARED]: shared, DATABASE_URL: given } = process.env
  if (shared) return createIn(shared, TEMPLATE)
  return given ? createIn(given) : startOwnStorage()
}

/** An embedded server that nobody else uses: for tests that kill it. */
export async function startOwnStorage(): Promise<OwnStorage> {
  const { url, varFolder, dispose } = await startServer()
  await migrate(toPatient(url))
  return { url: toPatient(url), varFolder, [Symbol.asyncDispose]: dispose }
}

/**
 * A new folder for a server of a test's own, which the user of the database can enter. In a run of many tests it has a
 * database already, as after a first start that has ended.
 */
export async function createServerFolder(): Promise<ServerFolder> {
  const folder = await createFolder()
  const { [MADE]: made } = process.env
  if (made) await copyDatabase(made, folder.path)
  return folder
}

/** Starts one server for every test file that is run from here, with a database to copy; nothing is kept in it. */
export async function shareStorage(): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  stack.defer(() => {
    delete process.env[MADE]
    delete process.env[SHARED]
  })
  // `cp` of other systems does not keep what the server asks for.
  if (process.platform === 'linux') process.env[MADE] = stack.use(await makeDatabase()).path
  const { url, dispose } = await startServer()
  stack.defer(dispose)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await runOne(url, `alter system set ${setting} = off`)
  await runOne(url, 'select pg_reload_conf()')
  await runOne(url, `create database ${TEMPLATE}`)
  await migrate(toPatient(toDatabase(url, TEMPLATE)))
  process.env[SHARED] = url
  return stack.move()
}

/** What {@link MADE} names. */
async function makeDatabase(): Promise<ServerFolder> {
  const folder = await createFolder()
  {
    await using server = await EmbeddedPostgres.start({ varFolder: folder.path, log })
    await migrate(toPatient(server.url))
  }
  return folder
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const home = join(to, 'postgres')
  await mkdir(home, { mode: 0o755 })
  await promisify(execFile)('cp', ['-a', ...['data', 'password'].map((name) => join(from, 'postgres', name)), home])
}

async function createFolder(): Promise<ServerFolder> {
  const path = await mkdtemp(join(tmpdir(), 'octet-'))
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function startServer(): Promise<{ url: string; varFolder: string; dispose: () => Promise<void> }> {
  const folder = await createServerFolder()
  const embedded = await EmbeddedPostgres.start({ varFolder: folder.path, log })
  return {
    url: embedded.url,
    varFolder: folder.path,
    async dispose() {
      await embedded[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function createIn(url: string, template?: string): Promise<TestStorage> {
  const name = `octet_test_${randomBytes(6).toString('hex')}`
  await runOne(url, `create database ${name}${template ? ` template ${template}` : ''}`)
  const own = toPatient(toDatabase(url, name))
  if (!template) await migrate(own)
  return { url: own, [Symbol.asyncDispose]: () => runOne(url, `drop database ${name} with (force)`) }
}

function toDatabase(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

function toPatient(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${PATIENCE}`
}

async function runOne(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
