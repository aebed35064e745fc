import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Task } from '@octet/core/probe/measurement.ts'
import type { Text } from '@octet/core/text.ts'
import type { ProbeStep } from '@octet/core/probe/ping.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import type { TaskProbes } from '@octet/probe/point/run-task.ts'
import { parseTarget } from '@octet/tools/lib/target.ts'
import type { Config } from '../config.ts'
import { atField } from '../domain/at-field.ts'
import type { Bus } from '../domain/bus.ts'
import type { IpService } from '../domain/ip-service.ts'
import { locatePoint } from '../domain/points/locate.ts'
import { MeasurementStore } from '../domain/points/measurement-store.ts'
import { Measurements } from '../domain/points/measurements.ts'
import { MaintenanceWindows } from '../domain/points/maintenance-windows.ts'
import { Monitors } from '../domain/points/monitors.ts'
import { PointHub } from '../domain/points/point-hub.ts'
import { PointStore } from '../domain/points/point-store.ts'
import { repeat } from '../jobs/repeat.ts'
import type { Database } from '../storage/database.ts'
import { createClientAddress } from './client-address.ts'
import { startEmbeddedPoint } from './embedded-point.ts'
import { PointSocket } from './point-socket.ts'
import { ThreadBus } from './thread-bus.ts'

/** Monitoring points of one thread. */
export type Points = {
  /** Between all threads, and with Redis all machines. */
  readonly bus: Bus
  readonly hub: PointHub
  readonly measurements: Measurements
  readonly store: PointStore
  /** Measurements on disk. */
  readonly archive: MeasurementStore
  /** Measurements that repeat, and alerts. */
  readonly monitors: Monitors
  /** Times in which they tell nobody. */
  readonly maintenance: MaintenanceWindows
  /** Takes connections of points on a server. */
  attach(server: Server): void
  /** Ends them, so that the server can close. */
  detach(): void
  /** Ends the connections of points that work on nothing. */
  detachIdle(): void
}

export type PointsOptions = {
  readonly config: Config
  readonly log: Logger
  readonly storage: Database
  readonly ip: IpService
  readonly guard: Guard
  readonly probe: TaskProbes
  readonly step: ProbeStep
  /** Public addresses of this machine. */
  readonly ownAddresses: readonly string[]
  /** The first thread is a monitoring point itself. */
  readonly isFirst: boolean
}

/** The version that points are compared with. */
const SERVER_VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** The name of this server's own point unless its operator gives one. */
const THIS_SERVER = { en: 'This server', zh: '本站服务器' }

/** A point that was withdrawn, or whose token has ended, while no word of it arrived is sent away within so long. */
const CHECK_MS = 60_000

/** Connects this thread with the points of all others: over Redis when there is one, else within the process. */
export async function createPoints(options: PointsOptions): Promise<Points & AsyncDisposable> {
  const { config, log, storage, ip, guard, isFirst } = options
  await using stack = new AsyncDisposableStack()
  const bus = stack.use(
    config.redisUrl === undefined
      ? new ThreadBus(`${config.varFolder} ${config.port}`)
      : new (await import('./redis-bus.ts')).RedisBus(config.redisUrl, { log }),
  )
  const hub = stack.use(new PointHub(bus))
  await hub.start()
  const archive = new MeasurementStore(storage)
  const measurements = stack.use(
    new Measurements({ hub, bus, store: archive, checkTarget: (task) => atField('target', () => checkTarget(task, guard)) }),
  )
  await measurements.start()
  const store = new PointStore(storage)
  const locate = (address: string, said: object) => locatePoint(address, said, (text, lang) => ip.lookup(text, lang))
  const socket = new PointSocket({
    hub,
    log,
    version: SERVER_VERSION,
    findByToken: (token) => store.findByToken(token),
    touch: (id, seen) => store.touch(id, seen),
    locate,
    toAddress: createClientAddress(config.operator.trustedProxies),
  })
  const checks = repeat(
    async () => {
      for (const id of await store.findGone(socket.tokens)) socket.drop(id)
    },
    { everyMs: CHECK_MS, onError: (error) => log.debug({ err: error }, 'connected points were not looked up') },
  )
  stack.defer(() => checks.stop())
  store.onChange((id) => (id ? socket.drop(id) : checks.ask()))
  const { name = THIS_SERVER, tags, isEnabled, ...said } = config.operator.point
  if (isFirst && isEnabled) {
    const address = options.ownAddresses.find((one) => isPublic(one, ip)) ?? ''
    const place = locate(address, said)
    stack.use(
      startEmbeddedPoint({
        hub,
        probe: options.probe,
        step: options.step,
        version: SERVER_VERSION,
        name: toNames(name),
        tags,
        address,
        place,
      }),
    )
  }
  const owned = stack.move()
  return {
    bus,
    hub,
    measurements,
    store,
    archive,
    monitors: new Monitors({ database: storage, publicOrigin: config.publicOrigin, brand: config.operator.brand.name, guard }),
    maintenance: new MaintenanceWindows(storage),
    attach: (server) => socket.attach(server),
    detachIdle: () => socket.dropIdle(),
    detach: () => socket.close(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What this server would refuse itself it does not ask of others; each point judges again, names and addresses. */
function checkTarget({ type, target }: Task, guard: Guard): void {
  if (type === 'dns') return // a question names no target; resolvers are judged where they are asked
  const { host, isAddress } = parseTarget(target)
  if (isAddress || /^[\d.]+$/.test(host)) guard.checkLiteral(host)
  else guard.checkName(host)
}

const toNames = (name: string | Text): Text => (typeof name === 'string' ? { en: name, zh: name } : name)

function isPublic(address: string, ip: IpService): boolean {
  try {
    return ip.lookup(address, 'en').special === null
  } catch (error) {
    if (isAppError(error)) return false // no data: the place is not known either way
    throw error
  }
}
