import type { ProbeStep } from '@octet/core/probe/ping.ts'
import { PointAgent, type AgentWord } from '@octet/probe/point/point-agent.ts'
import type { TaskProbes } from '@octet/probe/point/run-task.ts'

export type SimulatedPoint = AsyncDisposable & { readonly words: AgentWord[]; readonly ended: Promise<void> }

type SimulatedOptions = {
  readonly server: string
  readonly token: string
  readonly probe: TaskProbes
  readonly version?: string
  readonly tags?: readonly string[]
  readonly step?: ProbeStep
  readonly helloMs?: number
}

/** A monitoring point in this process, connected over loopback like a real one. */
export function startPoint({ version = '0.1.0', step = 'tcp', ...options }: SimulatedOptions): SimulatedPoint {
  const abort = new AbortController()
  const words: AgentWord[] = []
  const agent = new PointAgent({
    ...options,
    version,
    step,
    readLoad: (jobs) => ({ cpuPercent: 1, memoryBytes: 50_000_000, jobs }),
    readLagMs: () => 0,
    onWord: (word) => words.push(word),
  })
  const ended = agent.run(abort.signal)
  ended.catch(() => {}) // awaited by the tests that expect it
  return {
    words,
    ended,
    async [Symbol.asyncDispose]() {
      abort.abort()
      await ended.catch(() => {})
    },
  }
}

export type FakeProbeOptions = {
  /** How long each ping takes. */
  readonly delayMs?: number | (() => number)
  /** Before the last packet of each ping. */
  readonly untilLast?: () => Promise<void>
  /** Never answers. */
  readonly isMute?: boolean
}

/** Probes that answer from nothing, so that tests send no packets. */
export function createFakeProbe({ delayMs = 0, untilLast, isMute = false }: FakeProbeOptions = {}): TaskProbes {
  const never = (): never => {
    throw new Error('only ping is simulated')
  }
  return {
    ping: {
      async *ping({ target, protocol = 'icmp', count = 3, signal }) {
        const packets = []
        const pause = (typeof delayMs === 'function' ? delayMs() : delayMs) / count
        for (let seq = 1; seq <= count; seq++) {
          await new Promise((resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
            if (!isMute) setTimeout(resolve, pause)
          })
          if (seq === count) await untilLast?.()
          packets.push({ seq, ms: 10 + seq, ttl: 60, from: '192.0.2.1', outcome: 'reply' as const })
          yield {
            target,
            address: '192.0.2.1',
            otherAddresses: [],
            protocol,
            port: null,
            step: 'tcp' as const,
            sent: seq,
            received: seq,
            lossPercent: 0,
            minMs: 11,
            avgMs: 10 + (seq + 1) / 2,
            maxMs: 10 + seq,
            medianMs: 11,
            p95Ms: 10 + seq,
            mdevMs: 1,
            jitterMs: 1,
            packets: [...packets],
            reason: null,
            isComplete: seq === count,
          }
        }
      },
      trace: never,
    },
    dns: { query: never },
    http: { report: never },
    tls: { report: never },
  }
}
