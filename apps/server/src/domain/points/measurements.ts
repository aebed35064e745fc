import { AppError, isAppError } from '@octet/core/errors.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { toUnmapped } from '@octet/core/ip/embedded.ts'
import { toTaskCredits, type Measurement, type Task } from '@octet/core/probe/measurement.ts'
import { parseServer } from '@octet/probe/dns/client.ts'
import { parseTarget } from '@octet/tools/lib/target.ts'
import type { Bus } from '../bus.ts'
import { toHash, toIdempotency, toOtherCall } from '../repeated-call.ts'
import type { Spot } from './distance.ts'
import { choosePoints } from './choose-points.ts'
import { LiveMeasurement, type MeasurementEvent } from './live-measurement.ts'
import { isMeasurementId, makeMeasurementId } from './measurement-id.ts'
import { MeasurementMirrors } from './measurement-mirrors.ts'
import { findLocationText, readLocations, toTasks, type MeasurementRequest } from './measurement-request.ts'
import type { MeasurementStore } from './measurement-store.ts'
import { toRowPoint, type Point } from './point.ts'
import type { PointHub } from './point-hub.ts'

/** Who asks for a measurement. */
export type Asker = {
  readonly accountId: string | null
  /** Whom the limits count: an account, a key or an address. */
  readonly client: string
  /** Where the asker is, for `me`. */
  readonly self?: Spot | undefined
  readonly idempotencyKey?: string | undefined
}

export type MeasurementsOptions = {
  readonly hub: PointHub
  readonly bus: Bus
  readonly store: MeasurementStore
  /** Throws `refused_target` and the like for what the guard of this server would not let through. */
  readonly checkTarget: (task: Task) => void
  readonly timeoutMs?: number
}

/** What a measurement would be: its points and its price, before anything is paid or sent. */
export type Plan = {
  readonly request: MeasurementRequest
  readonly tasks: readonly Task[]
  /** With an earlier measurement's points those that have gone since, or are another's, are kept as rows. */
  readonly points: readonly (Point | Measurement['results'][number]['probe'])[]
  readonly credits: number
}

const TIMEOUT_MS = 10_000
/** Rows of one measurement: points times targets. */
const MAX_ROWS = { anonymous: 50, account: 500 }
/** Jobs of this thread that may aim at one target at once, over all callers. */
const MAX_PER_TARGET = 500
/** Measurements in memory: those that run and those that ended last. */
const MAX_KEPT = 300
/** Length of the results of those that ended, as JSON: older ones are read from the database. */
const MAX_KEPT_CHARS = 64_000_000
const A_POINT = { en: 'it is a monitoring point', zh: '这是监测点自身的地址' }

/**
 * Measurements of one thread: those it runs, those of other threads that somebody watches here, and those on disk. The id
 * begins with the name of the thread that runs it.
 */
export class Measurements implements AsyncDisposable {
  readonly #options: MeasurementsOptions
  /** Run here, newest last. */
  readonly #own = new Map<string, LiveMeasurement>()
  readonly #mirrors: MeasurementMirrors
  readonly #perTarget = new Map<string, number>()

  constructor(options: MeasurementsOptions) {
    this.#options = options
    const { hub, bus } = options
    this.#mirrors = new MeasurementMirrors({
      node: hub.node,
      bus,
      hasNode: (node) => hub.roster.hasNode(node),
      findOwn: (id) => this.#own.get(id),
    })
    hub.onNodeGone((node) => this.#mirrors.loseNode(node))
  }

  async start(): Promise<void> {
    await this.#mirrors.start()
  }

  /** Chooses points and counts credits. Throws `bad_input`, `no_point_found`, `too_large`, `refused_target`. */
  async plan(request: MeasurementRequest, asker: Asker): Promise<Plan> {
    const tasks = toTasks(request)
    const points = await this.#choose(request, asker)
    const rows = points.length * tasks.length
    const limit = asker.accountId === null ? MAX_ROWS.anonymous : MAX_ROWS.account
    if (rows > limit) throw new AppError('too_large', { field: 'targets × limit', limit, got: rows })
    this.#refusePoints(tasks, asker)
    // A point of one's own reaches what its owner has opened on it; all others reach what this server reaches.
    if (points.some((point) => !('owner' in point) || point.owner === null || point.owner !== asker.accountId))
      for (const task of tasks) this.#options.checkTarget(task)
    this.#checkTargets(tasks, points.length)
    return { request, tasks, points, credits: points.length * tasks.reduce((sum, task) => sum + toTaskCredits(task), 0) }
  }

  /** What the same caller has begun with the same Idempotency-Key. Throws `bad_input` when it was something else. */
  async findSame(request: MeasurementRequest, asker: Asker): Promise<Measurement | undefined> {
    const idempotency = toRepeatable(request, asker)
    const same = idempotency && (await this.#options.store.findSame(idempotency))
    return same && this.#toSame(same, asker)
  }

  /** Begins a planned measurement; it runs on by itself. */
  async begin({ request, tasks, points, credits }: Plan, asker: Asker): Promise<Measurement> {
    const now = new Date().toISOString()
    const live = new LiveMeasurement({
      id: makeMeasurementId(this.#options.hub.node),
      type: request.type,
      status: 'in-progress',
      targets: tasks.map(({ target }) => target),
      measurementOptions: request.measurementOptions,
      locations: toLocationWords(request.locations),
      probesCount: points.length,
      credits,
      createdAt: now,
      updatedAt: now,
      results: tasks.flatMap(({ target }) =>
        points.map((point) => ({
          target,
          probe: 'tasks' in point ? toRowPoint(point) : point,
          result: { status: 'in-progress' as const, data: null, error: null },
        })),
      ),
    })
    const measurement = live.state
    const same = await this.#options.store.add({
      measurement,
      accountId: asker.accountId,
      idempotency: toRepeatable(request, asker),
    })
    if (same) return this.#toSame(same, asker)
    this.#keep(live)
    void this.#run(live, tasks, new Set(points.flatMap((point) => ('tasks' in point ? point.id : []))))
    return measurement
  }

  /** A measurement by its id, wherever it runs or ran. Throws `no_such`. */
  async get(id: string): Promise<Measurement> {
    const live = await this.#findLive(id)
    if (live) {
      this.#mirrors.leaveWhenIdle(id)
      return live.state
    }
    const stored = await this.#options.store.find(id)
    if (!stored) throw new AppError('no_such', { what: { en: 'measurement', zh: '测量结果' }, got: id })
    return toEnded(stored)
  }

  /** Whether there is a measurement of this id. */
  has(id: string): Promise<boolean> {
    return this.get(id).then(
      () => true,
      (error: unknown) => {
        if (isAppError(error) && error.key === 'no_such') return false
        throw error
      },
    )
  }

  /** The whole, then every change, until the end or the signal. Throws `no_such`. */
  async *watch(id: string, signal: AbortSignal): AsyncGenerator<MeasurementEvent> {
    const live = await this.#findLive(id)
    if (!live) {
      yield* new LiveMeasurement(await this.get(id)).watch(signal)
      return
    }
    try {
      yield* live.watch(signal)
    } finally {
      this.#mirrors.leaveWhenIdle(id)
    }
  }

  /** Waits until a measurement of this thread has ended. */
  async waitForEnd(id: string): Promise<Measurement> {
    const live = this.#own.get(id)
    if (!live) return this.get(id)
    await live.ended
    return live.state
  }

  async #choose({ type, locations, limit }: MeasurementRequest, asker: Asker): Promise<Plan['points']> {
    const usable = this.#options.hub.roster.list().filter(({ owner }) => owner === null || owner === asker.accountId)
    const text = findLocationText(locations)
    if (text !== undefined && isMeasurementId(text)) {
      const before = await this.get(text)
      const byId = new Map(before.results.map(({ probe }) => [probe.id, probe]))
      return [...byId.values()].map((probe) => usable.find(({ id }) => id === probe.id) ?? probe)
    }
    return choosePoints({ points: usable, locations: readLocations(locations), type, limit, self: asker.self })
  }

  /** Points are lent for measuring, not for being measured by strangers. */
  #refusePoints(tasks: readonly Task[], { accountId }: Asker): void {
    const targets = new Set(tasks.flatMap(toAimedAt))
    const hit = this.#options.hub.roster
      .list()
      .find((one) => targets.has(one.address) && (one.owner === null || one.owner !== accountId))
    if (hit) throw new AppError('refused_target', { got: hit.address, reason: A_POINT })
  }

  #checkTargets(tasks: readonly Task[], count: number): void {
    for (const { target } of tasks)
      if ((this.#perTarget.get(target) ?? 0) + count > MAX_PER_TARGET)
        throw new AppError('too_many_requests', { limit: MAX_PER_TARGET, window: 10, retryAfter: 10 })
  }

  async #toSame({ id, isSame }: { id: string; isSame: boolean }, { idempotencyKey = '' }: Asker): Promise<Measurement> {
    if (isSame) return this.get(id)
    throw toOtherCall(idempotencyKey)
  }

  /** A row whose point the asker may not use ends as offline: an id that is passed on lends nobody's private points. */
  async #run(live: LiveMeasurement, tasks: readonly Task[], usable: ReadonlySet<string>): Promise<void> {
    const { hub, store, timeoutMs = TIMEOUT_MS } = this.#options
    const byTarget = new Map(tasks.map((task) => [task.target, task]))
    await Promise.all(
      live.state.results.map(async ({ target, probe }, index) => {
        if (!usable.has(probe.id)) return live.change(index, { status: 'offline', data: null, error: null })
        this.#count(target, 1)
        const outcome = await hub.run(probe.id, byTarget.get(target)!, {
          timeoutMs,
          onProgress: (data) => live.change(index, { status: 'in-progress', data, error: null }),
        })
        this.#count(target, -1)
        live.change(index, {
          status: outcome.status,
          data:
            outcome.status === 'finished'
              ? outcome.data
              : outcome.status === 'offline'
                ? live.state.results[index]!.result.data
                : null,
          error: outcome.status === 'failed' ? outcome.error : null,
        })
      }),
    )
    live.end()
    await store.finish(live.state)
    this.#dropOldest()
  }

  #count(target: string, by: number): void {
    const count = (this.#perTarget.get(target) ?? 0) + by
    if (count > 0) this.#perTarget.set(target, count)
    else this.#perTarget.delete(target)
  }

  #keep(live: LiveMeasurement): void {
    this.#own.set(live.state.id, live)
    this.#dropOldest()
  }

  #dropOldest(): void {
    let chars = this.#own.values().reduce((sum, { sizeChars }) => sum + sizeChars, 0)
    for (const [id, { isFinished, sizeChars }] of this.#own) {
      if (this.#own.size <= MAX_KEPT && chars <= MAX_KEPT_CHARS) return
      if (!isFinished) continue
      this.#own.delete(id)
      chars -= sizeChars
    }
  }

  /** One that is in memory here, or in the memory of the thread that runs it. */
  async #findLive(id: string): Promise<LiveMeasurement | undefined> {
    return this.#own.get(id) ?? this.#mirrors.find(id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#mirrors[Symbol.dispose]()
    for (const live of this.#own.values()) live.abandon()
  }
}

/** Addresses that a task names to send packets to, however they are written. */
function toAimedAt(task: Task): string[] {
  const named = task.type === 'dns' ? task.resolver && parseServer(task.resolver).host : parseTarget(task.target).host
  const address = named ? findAddress(named) : undefined
  return address ? [formatAddress(toUnmapped(address))] : []
}

/** One whose thread died while it ran: nobody will write its end. */
function toEnded(stored: Measurement): Measurement {
  if (stored.status === 'finished') return stored
  const live = new LiveMeasurement(stored)
  live.abandon()
  return live.state
}

function toLocationWords(locations: MeasurementRequest['locations']): string {
  return findLocationText(locations) ?? JSON.stringify(locations)
}

function toRepeatable(request: MeasurementRequest, { client, idempotencyKey }: Asker) {
  if (!idempotencyKey) return undefined
  return { key: toIdempotency(client, idempotencyKey), request: toHash(JSON.stringify(request)) }
}
