import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { releaseAllMemory } from '@octet/ipdb/release-memory.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import type { Config } from './config.ts'
import { createServices } from './create-services.ts'
import { createApp } from './http/app.ts'
import type { SiteMemory } from './http/site-memory.ts'
import type { BrakeTables } from './http/brakes.ts'
import { startUpdateJob } from './jobs/update-data.ts'
import type { Metrics } from './metrics/metrics.ts'
import { openOperatorSocket } from './operator/socket.ts'

/** Connections that may wait to be accepted; one that finds no room is tried again by its peer only after a second. */
const BACKLOG = 4_096
const SETTLED_MS = 2_000
/** A database that is away, or slow, keeps lookups waiting no longer. */
const KEYS_LIMIT_MS = 5_000

type ListenOptions = {
  config: Config
  log: Logger
  database: () => Ipdb | undefined
  site: SiteMemory | undefined
  allowance: SharedArrayBuffer
  brakes: BrakeTables
  storageUrl: string | undefined
  isFirst: boolean
  /** Address data of older rules are built anew. */
  rebuilds?: boolean
  port: number
  reusePort?: boolean
}

/** One listening application with its services. */
export async function listen({
  config,
  log,
  database,
  site,
  allowance,
  brakes,
  storageUrl,
  isFirst,
  rebuilds = false,
  port,
  reusePort = false,
}: ListenOptions): Promise<{ app: FastifyInstance; metrics: Metrics; close(limitMs: number): Promise<void> }> {
  // What has been opened before something fails is closed again.
  await using opened = new AsyncDisposableStack()
  const services = opened.use(
    await createServices({
      config,
      log,
      database,
      site,
      allowanceTable: allowance,
      brakeTables: brakes,
      storageUrl,
      isFirst,
    }),
  )
  // A balancer sends requests as soon as connections are taken: those with a key would be refused until the keys are read.
  const keys = storageUrl === undefined ? undefined : services.keyTable.whenLoaded(KEYS_LIMIT_MS)
  const app = opened.adopt(await createApp(services), (one) => one.close())
  // What reading the code has left goes once, in the quiet after a start.
  setTimeout(releaseAllMemory, SETTLED_MS).unref()
  await keys
  await app.listen({ port, host: config.host, backlog: BACKLOG, ...(reusePort && { reusePort }) })
  if (isFirst) opened.use(await openOperatorSocket(services))
  const { updates, mirrorFrom } = config.operator
  if (isFirst && (updates.isEnabled || mirrorFrom || rebuilds)) opened.use(startUpdateJob({ config, log, rebuilds }))
  const all = opened.move()
  return {
    app,
    metrics: services.metrics,
    async close(limitMs) {
      await services.drain.finish(app.server, limitMs, { onLook: services.points.detachIdle })
      await all.disposeAsync()
    },
  }
}
