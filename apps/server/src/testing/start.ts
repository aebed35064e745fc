import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import type { ProbeCapability } from '@octet/core/probe.ts'
import { openDatabase, type Ipdb } from '@octet/ipdb/open.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../create-logger.ts'
import { createServices } from '../create-services.ts'
import { createApp } from '../http/app.ts'
import type { BrakeTables } from '../http/brakes.ts'
import { readSite, type SiteMemory } from '../http/site-memory.ts'

export const VAR_FOLDER = join(import.meta.dirname, '../../../../var')

export type StartOptions = {
  /** Environment beside the defaults of a test. */
  readonly env?: Readonly<Record<string, string>>
  /** Without address data, as on a machine where it has not been built. */
  readonly withoutData?: boolean
  /** Listen on a free port of 127.0.0.1; only injection otherwise. */
  readonly listen?: boolean
  /** Where the account database is; see `start-storage.ts`. Account calls answer 503 without it. */
  readonly storageUrl?: string
  /** Without the jobs in the background: mails stay where they are, monitors and lists of lines do not run by themselves. */
  readonly withoutJobs?: boolean
  /** Shared by products that stand for threads of one process. */
  readonly brakeTables?: BrakeTables
  /** Probes that reach servers of the test, in place of those that reach the Internet. */
  readonly probe?: Partial<ProbeCapability>
  /** Where the lines of the log go; nowhere unless given. */
  readonly logTo?: DestinationStream
}

let real: Promise<Ipdb> | undefined

/** The real data are read once in a process, wherever they are linked to, and products share them as threads do. */
async function openData(varFolder: string): Promise<Ipdb> {
  const [ours, wanted] = await Promise.all(
    [VAR_FOLDER, varFolder].map((folder) => realpath(join(folder, 'data')).catch(() => folder)),
  )
  if (wanted !== ours) return openDatabase(varFolder)
  real ??= openDatabase(VAR_FOLDER)
  const { shared } = await real
  return openDatabase(varFolder, { shared })
}

const sites = new Map<string, Promise<SiteMemory | undefined>>()

/** The built site, 2,600 files, is read once in a process as well. */
function openSite(webFolder: string): Promise<SiteMemory | undefined> {
  const site = sites.get(webFolder) ?? readSite(webFolder)
  sites.set(webFolder, site)
  return site
}

/**
 * The whole product in one process, with the real address data. Answers by `app.inject` without a port, or over a
 * socket with `listen`.
 */
export async function startProduct(options: StartOptions = {}) {
  const { env = {}, withoutData = false, listen = false, storageUrl, withoutJobs = false, brakeTables, probe, logTo } = options
  const config = readConfig({ OCTET_VAR: VAR_FOLDER, PORT: '0', LOG_LEVEL: 'silent', OCTET_PROCESSES: '1', ...env })
  const database = withoutData ? undefined : await openData(config.varFolder)
  const made = await createServices({
    config,
    log: logTo ? createLogger(config, logTo) : pino({ level: 'silent' }),
    database: () => database,
    storageUrl,
    site: await openSite(config.webFolder),
    isFirst: !withoutJobs,
    ...(brakeTables && { brakeTables }),
  })
  const services: typeof made = {
    ...made,
    capabilities: (caller) => {
      const real = made.capabilities(caller)
      return { ...real, probe: { ...real.probe, ...probe } }
    },
  }
  const app = await createApp(services)
  const origin = listen ? await app.listen({ port: 0, host: '127.0.0.1' }) : ''
  return {
    app,
    services,
    origin,
    async [Symbol.asyncDispose]() {
      await app.close()
      await services[Symbol.asyncDispose]()
    },
  }
}
