import { hostname } from 'node:os'
import { measurementTypes } from '@octet/core/probe/measurement.ts'
import type { Text } from '@octet/core/text.ts'
import type { ProbeStep } from '@octet/core/probe/ping.ts'
import { BEAT_MS, type ServerFrame } from '@octet/core/probe/point-protocol.ts'
import { OwnLoad } from '@octet/probe/point/own-load.ts'
import { runJob, toTaskError } from '@octet/probe/point/run-job.ts'
import type { TaskProbes } from '@octet/probe/point/run-task.ts'
import type { PointPlace } from '../domain/points/point.ts'
import type { Link, PointHub } from '../domain/points/point-hub.ts'

export type EmbeddedPointOptions = {
  readonly hub: PointHub
  readonly probe: TaskProbes
  readonly step: ProbeStep
  readonly version: string
  readonly name: Text
  readonly tags: readonly string[]
  /** Public address of this machine; empty when it has none. */
  readonly address: string
  readonly place: PointPlace
}

/** The server as the first monitoring point: the same jobs through the same guard, without a connection. */
export function startEmbeddedPoint({ hub, probe, name, tags, place, ...about }: EmbeddedPointOptions): Disposable {
  const load = new OwnLoad()
  const jobs = new Map<string, AbortController>()
  const readState = () => ({ load: load.read(jobs.size), checks: { loopLagMs: load.readLagMs(), breaksPerHour: 0 } })
  const link: Link = {
    point: {
      id: `server-${
        hostname()
          .replaceAll(/[^\w-]/g, '')
          .slice(0, 40) || 'octet'
      }`,
      owner: null,
      node: hub.node,
      tasks: measurementTypes,
      name: name.en,
      nameZh: name.zh === name.en ? null : name.zh,
      tags,
      ...about,
      ...place,
      ...readState(),
      status: 'ready',
      connectedAt: Date.now(),
    },
    send: (frame) => void heed(frame),
    close() {},
  }

  async function heed(frame: ServerFrame): Promise<void> {
    if (frame.kind === 'cancel') return jobs.get(frame.job)?.abort()
    if (frame.kind !== 'task') return
    const { job, task, timeoutMs } = frame
    const abort = new AbortController()
    jobs.set(job, abort)
    try {
      const onProgress = (result: unknown) => hub.heed(link, { kind: 'progress', job, result })
      const result = await runJob(task, probe, { signal: abort.signal, timeoutMs, onProgress })
      hub.heed(link, { kind: 'done', job, result })
    } catch (error) {
      hub.heed(link, { kind: 'failed', job, error: toTaskError(error) })
    } finally {
      jobs.delete(job)
    }
  }

  hub.join(link)
  const timer = setInterval(() => hub.heed(link, { kind: 'beat', ...readState() }), BEAT_MS)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      for (const job of jobs.values()) job.abort()
      hub.leave(link)
      load[Symbol.dispose]()
    },
  }
}
