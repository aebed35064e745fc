import { useEffect, useRef, useState } from 'react'
import { toOwnFailure } from '../api/call.ts'
import { toGrade, toJitter, toMbps, toMedian, type Grade, type SpeedSample } from './figures.ts'
import { download, measureRoundTrip, TransferRefused, upload } from './transfer.ts'

const IDLE_PROBES = 12
const LOADED_PAUSE_MS = 250
const TRANSFER_MS = 6000

export type SpeedPhase = 'idle' | 'latency' | 'download' | 'upload' | 'done' | 'failed'

export type SpeedResult = {
  readonly phase: SpeedPhase
  /** Round trips in ms, in order. */
  readonly unloaded: readonly number[]
  readonly duringDownload: readonly number[]
  readonly duringUpload: readonly number[]
  readonly down: readonly SpeedSample[]
  readonly up: readonly SpeedSample[]
  readonly message: string
}

const EMPTY: SpeedResult = { phase: 'idle', unloaded: [], duringDownload: [], duringUpload: [], down: [], up: [], message: '' }

/** Latency, download, upload, one after the other; every value on show as it comes. */
export function useSpeedTest() {
  const [result, setResult] = useState<SpeedResult>(EMPTY)
  const running = useRef<AbortController>(undefined)
  const cancel = () => {
    running.current?.abort(new DOMException('', 'AbortError'))
    running.current = undefined
    setResult((last) => (last.phase === 'done' ? last : { ...last, phase: 'idle' }))
  }
  const start = async () => {
    running.current?.abort(new DOMException('', 'AbortError'))
    const controller = new AbortController()
    running.current = controller
    const change = (part: Partial<SpeedResult>) => controller.signal.aborted || setResult((last) => ({ ...last, ...part }))
    setResult({ ...EMPTY, phase: 'latency' })
    try {
      await runTest(controller.signal, change)
    } catch (error) {
      change({ phase: 'failed', message: error instanceof TransferRefused ? error.message : toOwnFailure(error).msg })
    }
  }
  useEffect(() => () => running.current?.abort(new DOMException('', 'AbortError')), [])
  return { result, start, cancel, isRunning: ['latency', 'download', 'upload'].includes(result.phase) }
}

type Change = (part: Partial<SpeedResult>) => void

async function runTest(signal: AbortSignal, change: Change): Promise<void> {
  await measureRoundTrip(signal) // opens the connection
  const unloaded: number[] = []
  while (unloaded.length < IDLE_PROBES) {
    unloaded.push(await measureRoundTrip(signal))
    change({ unloaded: [...unloaded] })
  }
  change({ phase: 'download' })
  await withLatency(
    signal,
    (duringDownload) => change({ duringDownload }),
    () => download({ durationMs: TRANSFER_MS, signal, onSamples: (down) => change({ down }) }),
  )
  change({ phase: 'upload' })
  await withLatency(
    signal,
    (duringUpload) => change({ duringUpload }),
    () => upload({ durationMs: TRANSFER_MS, signal, onSamples: (up) => change({ up }) }),
  )
  change({ phase: 'done' })
}

/** Keeps measuring the round trip while a transfer runs. */
async function withLatency(
  signal: AbortSignal,
  onTimes: (times: readonly number[]) => void,
  run: () => Promise<unknown>,
): Promise<void> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const times: number[] = []
  const loop = (async () => {
    while (!either.aborted) {
      await new Promise((resolve) => setTimeout(resolve, LOADED_PAUSE_MS))
      times.push(await measureRoundTrip(either))
      onTimes([...times])
    }
  })().catch(() => undefined) // ended with the transfer, whose own failure is told
  try {
    await run()
  } finally {
    ended.abort()
    await loop
  }
}

export type SpeedFigures = {
  readonly downMbps: number | undefined
  readonly upMbps: number | undefined
  readonly unloadedMs: number | undefined
  readonly downLoadedMs: number | undefined
  readonly upLoadedMs: number | undefined
  readonly jitterMs: number | undefined
  /** Latency that the worse of the two transfers adds, and its grade; only once both have been measured. */
  readonly addedMs: number | undefined
  readonly grade: Grade | undefined
  readonly usedBytes: number
}

/** What follows from the measurements so far. */
export function toFigures({ phase, unloaded, duringDownload, duringUpload, down, up }: SpeedResult): SpeedFigures {
  const unloadedMs = toMedian(unloaded)
  const [downLoadedMs, upLoadedMs] = [toMedian(duringDownload), toMedian(duringUpload)]
  const worst = Math.max(downLoadedMs ?? -Infinity, upLoadedMs ?? -Infinity)
  const addedMs =
    phase === 'done' && unloadedMs !== undefined && Number.isFinite(worst) ? Math.max(0, worst - unloadedMs) : undefined
  return {
    downMbps: toMbps(down),
    upMbps: toMbps(up),
    unloadedMs,
    downLoadedMs,
    upLoadedMs,
    jitterMs: toJitter(unloaded),
    addedMs,
    grade: addedMs === undefined ? undefined : toGrade(addedMs),
    usedBytes: (down.at(-1)?.bytes ?? 0) + (up.at(-1)?.bytes ?? 0),
  }
}
