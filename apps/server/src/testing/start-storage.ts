import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { EmbeddedPostgres } from '../storage/embedded.ts'
import { migrate } from '../storage/migrate.ts'

const log = pino({ level: 'silent' })

export type TestStorage = AsyncDisposable & {
  readonly url: string
  /** Folder of the embedded database; undefined for a server that was given. */
  readonly varFolder: string | undefined
}

/** A fresh database: in the server of `DATABASE_URL` when it is set, else in an embedded one of its own. */
export async function startStorage(): Promise<TestStorage> {
  const given = process.env['DATABASE_URL']
  return given ? createIn(given) : createEmbedded()
}

async function createEmbedded(): Promise<TestStorage> {
  const varFolder = await mkdtemp(join(tmpdir(), 'octet-'))
  await chmod(varFolder, 0o755)
  const embedded = await EmbeddedPostgres.start({ varFolder, log })
  await migrate(embedded.url)
  return {
    url: embedded.url,
    varFolder,
    async [Symbol.asyncDispose]() {
      await embedded[Symbol.asyncDispose]()
      await rm(varFolder, { recursive: true, force: true })
    },
  }
}

async function createIn(url: string): Promise<TestStorage> {
  const name = `octet_test_${randomBytes(6).toString('hex')}`
  await runOne(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  await migrate(own.href)
  return {
    url: own.href,
    varFolder: undefined,
    [Symbol.asyncDispose]: () => runOne(url, `drop database ${name} with (force)`),
  }
}

async function runOne(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
