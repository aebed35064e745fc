import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { EmbeddedPostgres } from '../storage/embedded.ts'
import { migrate } from '../storage/migrate.ts'

/** A server for the tests of one run; `shareStorage` puts its address here. */
const SHARED = 'OCTET_TEST_POSTGRES'
/** The database in it that has the tables already. */
const TEMPLATE = 'octet_template'
/** Limits of the product are for an idle machine: tests of other things get as long as they need. */
const PATIENCE = 'connect_timeout=60&statement_timeout=60000&query_timeout=60000'

const log = pino({ level: 'silent' })

export type TestStorage = AsyncDisposable & { readonly url: string }
/** A server of the test's own, with its folder. */
export type OwnStorage = TestStorage & { readonly varFolder: string }

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

/** Starts one server for every test file that is run from here, with a database to copy; nothing is kept in it. */
export async function shareStorage(): Promise<AsyncDisposable> {
  const { url, dispose } = await startServer()
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await runOne(url, `alter system set ${setting} = off`)
    await runOne(url, 'select pg_reload_conf()')
    await runOne(url, `create database ${TEMPLATE}`)
    await migrate(toPatient(toDatabase(url, TEMPLATE)))
  } catch (error) {
    await dispose()
    throw error
  }
  process.env[SHARED] = url
  return {
    async [Symbol.asyncDispose]() {
      delete process.env[SHARED]
      await dispose()
    },
  }
}

async function startServer(): Promise<{ url: string; varFolder: string; dispose: () => Promise<void> }> {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-'))
  await chmod(varFolder, 0o755)
  const embedded = await EmbeddedPostgres.start({ varFolder, log })
  return {
    url: embedded.url,
    varFolder,
    async dispose() {
      await embedded[Symbol.asyncDispose]()
      await rm(varFolder, { recursive: true, force: true })
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
