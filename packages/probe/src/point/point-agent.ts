import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type ErrorKey } from '@octet/core/errors.ts'
import type { ProbeStep } from '@octet/core/probe/ping.ts'
import { measurementTypes, type Task } from '@octet/core/probe/measurement.ts'
import {
  BEAT_MS,
  CLOSE_REFUSED,
  CLOSE_REPLACED,
  MAX_FRAME_BYTES,
  MISSED_BEATS,
  POINT_PATH,
  POINT_PROTOCOL,
  serverFrameSchema,
  type PointChecks,
  type PointFrame,
  type PointLoad,
  type ServerFrame,
} from '@octet/core/probe/point-protocol.ts'
import { toBackoffMs } from './backoff.ts'
import { runJob, toTaskError } from './run-job.ts'
import type { TaskProbes } from './run-task.ts'

export type PointAgentOptions = {
  /** Origin of the server: `https://octet.example`. */
  readonly server: string
  readonly token: string
  readonly version: string
  /** How this machine sends packets. */
  readonly step: ProbeStep
  readonly tags?: readonly string[]
  readonly probe: TaskProbes
  readonly readLoad: (jobs: number) => PointLoad
  readonly readLagMs: () => number
  /** Told what happens, for the terminal. */
  readonly onWord?: (word: AgentWord) => void
  readonly random?: () => number
  /** How long a server may take to answer the hello; shorter in tests. */
  readonly helloMs?: number
}

/** What an agent tells its terminal. */
export type AgentWord =
  | { readonly kind: 'joined'; readonly name: string; readonly place: string; readonly serverVersion: string }
  | { readonly kind: 'update'; readonly version: string }
  | { readonly kind: 'lost'; readonly waitMs: number; readonly reason: string }
  | { readonly kind: 'task'; readonly task: Task }

/** Jobs at once; more are refused, so that a busy point does not measure its own queue. */
const MAX_JOBS = 50
/** A connection that held this long was a good one: the next wait starts small again. */
const GOOD_MS = 30_000
/** A server that has not answered the hello by then is not there. */
const HELLO_MS = 10_000
/** A farewell that is not answered waits no longer. */
const LEAVE_MS = 1_000
const HOUR_MS = 3_600_000

/**
 * A monitoring point: one outgoing WebSocket, nothing listens. It connects again by itself, each time after a longer,
 * jittered wait, and does every job through its own guard.
 *
 * @example
 * await new PointAgent({ server, token, version, step, probe, readLoad, readLagMs }).run(signal)
 */
export class PointAgent {
  readonly #options: PointAgentOptions
  readonly #jobs = new Map<string, AbortController>()
  readonly #breaks: number[] = []

  constructor(options: PointAgentOptions) {
    this.#options = options
  }

  /** Serves until the signal. Throws `bad_point_token`, `point_incompatible`, `point_replaced`: then another try is no use. */
  async run(signal: AbortSignal): Promise<void> {
    let tries = 0
    while (!signal.aborted) {
      const started = performance.now()
      const { reason, error, hasJoined } = await this.#serveOnce(signal)
      if (error) throw error
      if (signal.aborted) return
      // A server that is away says nothing about this point: tries that reach none are no breaks.
      if (hasJoined) this.#breaks.push(Date.now())
      tries = performance.now() - started > GOOD_MS ? 0 : tries + 1
      const waitMs = toBackoffMs(Math.max(0, tries - 1), this.#options.random)
      this.#options.onWord?.({ kind: 'lost', waitMs, reason })
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  /** One connection from its opening to its end. */
  async #serveOnce(signal: AbortSignal): Promise<{ reason: string; error?: AppError; hasJoined: boolean }> {
    const url = new URL(POINT_PATH, this.#options.server)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${this.#options.token}` } } as never)
    const ended = Promise.withResolvers<{ reason: string; error?: AppError }>()
    // A close waits for the answer of the other side, which may be gone without a word: nothing here waits for a close.
    const loseAfter = (ms: number) => setTimeout(() => ended.resolve({ reason: 'the server is silent' }), ms)
    let silence = loseAfter(this.#options.helloMs ?? HELLO_MS)
    let hasJoined = false
    let isAnswered = false
    let beatMs = BEAT_MS
    let beat: NodeJS.Timeout | undefined
    const say = (frame: PointFrame): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    }
    const leave = (): void => {
      socket.close(1000)
      clearTimeout(silence)
      silence = loseAfter(LEAVE_MS)
    }
    signal.addEventListener('abort', leave, { once: true })
    socket.addEventListener('open', () => say(this.#toHello()))
    socket.addEventListener('error', (event) => ended.resolve({ reason: toReason(event) }))
    socket.addEventListener('close', ({ code, reason }) => {
      ended.resolve(
        code === CLOSE_REPLACED
          ? { reason, error: new AppError('point_replaced') }
          : { reason: reason || `the connection was closed (${code})` },
      )
    })
    socket.addEventListener('message', ({ data }) => {
      if (signal.aborted) return
      const frame = parseFrame(data)
      clearTimeout(silence)
      isAnswered ||= frame?.kind === 'beat'
      if (isAnswered) silence = loseAfter(beatMs * MISSED_BEATS)
      if (!frame || frame.kind === 'beat') return
      if (frame.kind === 'welcome') {
        hasJoined = true
        beatMs = frame.beatMs || BEAT_MS
        beat ??= setInterval(() => say({ kind: 'beat', ...this.#describeState() }), beatMs)
        this.#options.onWord?.({ kind: 'joined', name: frame.name, place: frame.place, serverVersion: frame.version })
      } else if (frame.kind === 'refused') {
        ended.resolve(toRefusal(frame))
        socket.close(CLOSE_REFUSED)
      } else if (frame.kind === 'update') this.#options.onWord?.(frame)
      else if (frame.kind === 'cancel') this.#jobs.get(frame.job)?.abort()
      else void this.#work(frame, say)
    })
    try {
      return { ...(await ended.promise), hasJoined }
    } finally {
      clearTimeout(silence)
      clearInterval(beat)
      signal.removeEventListener('abort', leave)
      for (const job of this.#jobs.values()) job.abort()
      if (socket.readyState !== WebSocket.CLOSED) socket.close()
    }
  }

  #toHello(): PointFrame {
    const { version, step, tags = [] } = this.#options
    return {
      kind: 'hello',
      protocol: POINT_PROTOCOL,
      version,
      step,
      tasks: [...measurementTypes],
      tags: [...tags],
      ...this.#describeState(),
    }
  }

  #describeState(): { load: PointLoad; checks: PointChecks } {
    const hourAgo = Date.now() - HOUR_MS
    while ((this.#breaks[0] ?? Infinity) < hourAgo) this.#breaks.shift()
    const { readLoad, readLagMs } = this.#options
    return { load: readLoad(this.#jobs.size), checks: { loopLagMs: readLagMs(), breaksPerHour: this.#breaks.length } }
  }

  /** Does one job and says what came of it, exactly once. */
  async #work({ job, task, timeoutMs }: Extract<ServerFrame, { kind: 'task' }>, say: (frame: PointFrame) => void): Promise<void> {
    if (this.#jobs.has(job)) return
    if (this.#jobs.size >= MAX_JOBS)
      return say({ kind: 'failed', job, error: toTaskError(new AppError('unavailable', { reason: TOO_BUSY })) })
    this.#options.onWord?.({ kind: 'task', task })
    const abort = new AbortController()
    this.#jobs.set(job, abort)
    try {
      const result = await runJob(task, this.#options.probe, {
        signal: abort.signal,
        timeoutMs,
        onProgress: (result) => say({ kind: 'progress', job, result }),
      })
      say({ kind: 'done', job, result })
    } catch (error) {
      say({ kind: 'failed', job, error: toTaskError(error) })
    } finally {
      this.#jobs.delete(job)
    }
  }
}

const TOO_BUSY = { en: 'this point is busy with other measurements', zh: '该监测点正忙于其他测量' }

function parseFrame(data: unknown): ServerFrame | undefined {
  if (typeof data !== 'string' || data.length > MAX_FRAME_BYTES) return undefined
  try {
    return serverFrameSchema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined // a newer server may say more than this program knows
  }
}

/** A bad token or version stays bad; whatever else the server lacks it may have later. */
function toRefusal({ error, details }: Extract<ServerFrame, { kind: 'refused' }>): { reason: string; error?: AppError } {
  const reason = error.message.en
  return isFinal(error.key) ? { reason, error: new AppError(error.key, details) } : { reason }
}

function isFinal(key: string): key is ErrorKey {
  return key === 'bad_point_token' || key === 'point_incompatible'
}

function toReason(event: Event): string {
  const { message, error } = event as { message?: string; error?: { message?: string; cause?: { message?: string } } }
  return error?.cause?.message || error?.message || message || 'the server cannot be reached'
}
