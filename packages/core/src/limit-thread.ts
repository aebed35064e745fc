/** A busy machine gives a thread its processor a part of the time: that is not the fault of who asks. */
const CLOCK_FACTOR = 4

/** Of a `Worker` of Node: it answers in the middle of a calculation, too. */
type Thread = { cpuUsage(): Promise<NodeJS.CpuUsage> }

type ThreadLimit = {
  /** Milliseconds of a processor; by the clock {@link CLOCK_FACTOR} times as many. */
  readonly limitMs: number
  /** What the thread had used of a processor when its time began; see {@link readOwnMs}. */
  readonly usedBeforeMs: number
  readonly onOver: () => void
}

/** Calls once a thread has had its time, or has ended. Gives what ends the watch. */
export function limitThread(worker: Thread, { limitMs, usedBeforeMs, onOver }: ThreadLimit): () => void {
  const endMs = performance.now() + CLOCK_FACTOR * limitMs
  let isWatched = true
  let timer: NodeJS.Timeout
  /** Looks what the thread has used when its time could be over, and again when the rest of it could be. */
  const lookIn = (leftMs: number) => {
    timer = setTimeout(async () => {
      const usedMs = await worker.cpuUsage().then(toMs, () => Infinity) // of a thread that has ended
      if (!isWatched) return
      const nextMs = Math.min(limitMs - (usedMs - usedBeforeMs), endMs - performance.now())
      if (nextMs <= 0) onOver()
      else lookIn(nextMs)
    }, leftMs)
  }
  lookIn(limitMs)
  return () => {
    isWatched = false
    clearTimeout(timer)
  }
}

/** Milliseconds of a processor that the calling thread has used. */
export const readOwnMs = (): number => toMs(process.threadCpuUsage())

/** Milliseconds in all; the system counts microseconds. */
const toMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
