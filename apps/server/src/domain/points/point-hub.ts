import { randomBytes } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import { taskResultSchemas, type Task, type TaskError } from '@octet/core/probe/measurement.ts'
import { CLOSE_REPLACED, type PointFrame, type ServerFrame } from '@octet/core/probe/point-protocol.ts'
import { toTaskError } from '@octet/probe/point/run-job.ts'
import type { Bus } from '../bus.ts'
import { isPlain } from './is-plain.ts'
import { toStatus, type Point } from './point.ts'
import { Roster } from './roster.ts'

/** The connection of a point. */
export type Link = {
  readonly point: Point
  send(frame: ServerFrame): void
  close(code: number, reason: string): void
}

/** How a job ended. `offline`: the point went away before it answered. */
export type Outcome =
  | { readonly status: 'finished'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error: TaskError }
  | { readonly status: 'offline' }

export type RunOptions = {
  readonly timeoutMs: number
  readonly onProgress: (data: Readonly<Record<string, unknown>>) => void
}

/** Words in the letter box of a thread. */
type Letter =
  | {
      readonly kind: 'task'
      readonly from: string
      readonly job: string
      readonly point: string
      readonly task: Task
      readonly timeoutMs: number
    }
  | { readonly kind: 'cancel'; readonly job: string }
  | { readonly kind: 'progress'; readonly job: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'outcome'; readonly job: string; readonly outcome: Outcome }

type Asked = {
  readonly point: string
  readonly node: string
  readonly onProgress: RunOptions['onProgress']
  readonly end: (outcome: Outcome) => void
}
type Working = { readonly from: string; readonly point: string; readonly task: Task }

/** A point gets this much longer than its job, for the way there and back. */
const GRACE_MS = 2_000

const toBox = (node: string): string => `box:${node}`

/**
 * Points and jobs of one thread. A job is given to the thread that holds the point, over the bus when that is another
 * one; progress and outcome come back the same way. Whatever happens, a job ends.
 */
export class PointHub implements AsyncDisposable {
  readonly node: string
  readonly roster: Roster
  readonly #bus: Bus
  readonly #links = new Map<string, Link>()
  /** Jobs that this thread has given away. */
  readonly #asked = new Map<string, Asked>()
  /** Jobs that points of this thread work on. */
  readonly #working = new Map<string, Working>()
  /** Connections that others have taken the place of, with the jobs that they still work on. */
  readonly #retiring = new Map<Link, Set<string>>()
  readonly #nodeGone: ((node: string) => void)[] = []
  #subscription: Disposable | undefined

  constructor(bus: Bus) {
    this.#bus = bus
    this.node = randomBytes(4).toString('hex')
    this.roster = new Roster({
      bus,
      node: this.node,
      onGone: (ids) => {
        this.#loseAll(new Set(ids))
        this.#comeForward(ids)
      },
      onNodeGone: (node) => {
        for (const tell of this.#nodeGone) tell(node)
      },
      onMoved: (id) => this.#retire(this.#links.get(id)),
    })
  }

  async start(): Promise<void> {
    this.#subscription = await this.#bus.subscribe(toBox(this.node), (letter) => this.#read(letter as Letter))
    await this.roster.start()
  }

  /** Calls back when another thread is gone. */
  onNodeGone(tell: (node: string) => void): void {
    this.#nodeGone.push(tell)
  }

  /** A point has connected to this thread; an older connection of the same point is closed. */
  join(link: Link): void {
    const before = this.#links.get(link.point.id)
    this.#links.set(link.point.id, link)
    this.#retire(before)
    this.roster.add(link.point)
  }

  /** Closes a connection that another has taken the place of, when what it works on is done. */
  #retire(link: Link | undefined): void {
    if (!link || this.#retiring.has(link)) return
    const jobs = [...this.#working].filter(([, { point }]) => point === link.point.id).map(([job]) => job)
    if (jobs.length === 0) link.close(CLOSE_REPLACED, 'replaced')
    else this.#retiring.set(link, new Set(jobs))
  }

  /** Whether a point of this thread works on something. */
  isWorking(id: string): boolean {
    return this.#working.values().some(({ point }) => point === id)
  }

  /** Whether a connection, which another has taken the place of, still works on something. */
  isRetiring(link: Link): boolean {
    return this.#retiring.has(link)
  }

  /** A job is worked on no more. */
  #drop(job: string): void {
    if (!this.#working.delete(job)) return
    for (const [link, jobs] of this.#retiring) {
      if (!jobs.delete(job) || jobs.size > 0) continue
      this.#retiring.delete(link)
      link.close(CLOSE_REPLACED, 'replaced')
    }
  }

  /** A point of this thread has gone; its jobs end as offline. */
  leave(link: Link): void {
    const { id } = link.point
    const unfinished = this.#retiring.get(link) ?? []
    this.#retiring.delete(link)
    for (const job of unfinished) this.#finish(job, { status: 'offline' })
    if (this.#links.get(id) !== link) return
    this.#links.delete(id)
    for (const [job, { point }] of this.#working) if (point === id) this.#finish(job, { status: 'offline' })
    this.roster.remove(id)
  }

  /** What a point of this thread says after its hello. */
  heed(link: Link, frame: PointFrame): void {
    const { point } = link
    switch (frame.kind) {
      case 'hello':
        return
      case 'beat': {
        if (this.#retiring.has(link)) return
        const { load, checks } = frame
        return this.roster.update(point.id, { load, checks, status: toStatus(load, checks) })
      }
      case 'failed':
        return this.#answer(point.id, frame.job, () => ({ status: 'failed', error: frame.error }))
      case 'done':
        return this.#answer(point.id, frame.job, ({ task }) => toOutcome(task, frame.result))
      case 'progress': {
        const working = this.#working.get(frame.job)
        const outcome = working?.point === point.id ? toOutcome(working.task, frame.result) : undefined
        if (working && outcome?.status === 'finished') this.#tellProgress(working.from, frame.job, outcome.data)
      }
    }
  }

  /** Gives a job to a point, wherever it is connected. The promise is always kept. */
  run(id: string, task: Task, { timeoutMs, onProgress }: RunOptions): Promise<Outcome> {
    const point = this.roster.get(id)
    if (!point) return Promise.resolve({ status: 'offline' })
    const job = `${this.node}-${randomBytes(9).toString('base64url')}`
    const ended = Promise.withResolvers<Outcome>()
    const timer = setTimeout(() => {
      this.#post(point.node, { kind: 'cancel', job })
      this.#end(job, toTimeOut(timeoutMs))
    }, timeoutMs + GRACE_MS)
    const end = (outcome: Outcome): void => {
      clearTimeout(timer)
      ended.resolve(outcome)
    }
    this.#asked.set(job, { point: id, node: point.node, onProgress, end })
    const letter: Letter = { kind: 'task', from: this.node, job, point: id, task, timeoutMs }
    this.#post(point.node, letter)
    return ended.promise
  }

  #post(node: string, letter: Letter): void {
    if (node === this.node) this.#read(letter)
    else this.#bus.publish(toBox(node), letter)
  }

  #read(letter: Letter): void {
    switch (letter.kind) {
      case 'task':
        return this.#giveToPoint(letter)
      case 'cancel': {
        const working = this.#working.get(letter.job)
        this.#drop(letter.job)
        return this.#links.get(working?.point ?? '')?.send({ kind: 'cancel', job: letter.job })
      }
      case 'progress':
        return this.#asked.get(letter.job)?.onProgress(letter.data)
      case 'outcome':
        return this.#end(letter.job, letter.outcome)
    }
  }

  #giveToPoint({ from, job, point, task, timeoutMs }: Extract<Letter, { kind: 'task' }>): void {
    const link = this.#links.get(point)
    if (!link) return this.#post(from, { kind: 'outcome', job, outcome: { status: 'offline' } })
    this.#working.set(job, { from, point, task })
    // Longer than whoever asked waits: the word to stop is still on its way then.
    setTimeout(() => this.#drop(job), timeoutMs + 2 * GRACE_MS).unref()
    link.send({ kind: 'task', job, task, timeoutMs })
  }

  /** The first answer to a job counts, and only from the point that has it. */
  #answer(point: string, job: string, toAnswer: (working: Working) => Outcome): void {
    const working = this.#working.get(job)
    if (working?.point === point) this.#finish(job, toAnswer(working))
  }

  #finish(job: string, outcome: Outcome): void {
    const working = this.#working.get(job)
    this.#drop(job)
    if (working) this.#post(working.from, { kind: 'outcome', job, outcome })
  }

  #tellProgress(node: string, job: string, data: Readonly<Record<string, unknown>>): void {
    this.#post(node, { kind: 'progress', job, data })
  }

  /** Ends a job that this thread has given away; a second end is not heard. */
  #end(job: string, outcome: Outcome): void {
    const asked = this.#asked.get(job)
    this.#asked.delete(job)
    asked?.end(outcome)
  }

  /** Points are gone: what they were asked for by this thread ends as offline. */
  #loseAll(ids: ReadonlySet<string>): void {
    for (const [job, { point }] of this.#asked) if (ids.has(point)) this.#end(job, { status: 'offline' })
  }

  /** A point that another thread had as well, as processes of one machine have, is here still. */
  #comeForward(ids: readonly string[]): void {
    for (const id of ids) {
      const link = this.#links.get(id)
      if (link) this.roster.add(link.point)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const link of this.#links.values()) link.close(1012, 'restart')
    for (const job of this.#asked.keys()) this.#end(job, { status: 'offline' })
    this.#subscription?.[Symbol.dispose]()
    await this.roster[Symbol.asyncDispose]()
  }
}

/** A point is not trusted: what it sends must have the shape of its task. */
function toOutcome(task: Task, result: unknown): Outcome {
  const parsed = isPlain(result) ? taskResultSchemas[task.type].safeParse(result) : undefined
  if (parsed?.success) return { status: 'finished', data: parsed.data }
  const reason = { en: 'the point sent an answer that cannot be read', zh: '监测点返回的结果无法识别' }
  return { status: 'failed', error: toTaskError(new AppError('unavailable', { reason })) }
}

function toTimeOut(timeoutMs: number): Outcome {
  return { status: 'failed', error: toTaskError(new AppError('timed_out', { limit: timeoutMs })) }
}
