export type RepeatOptions = {
  readonly everyMs: number
  /** From {@link nextPhase}, for pieces of work that are to come due together; else each has one of its own. */
  readonly phase?: number
  readonly onError: (error: unknown) => void
}

export type Repeated = {
  /** Works now, or once more after what is running. */
  readonly ask: () => void
  /** Ends the turns and waits for the one that runs. */
  readonly stop: () => Promise<void>
}

let given = 0
/** Its multiples, without what stands before the point, lie as far from each other as can be. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** A number from 0 to 1 that is far from those given before. */
export const nextPhase = (): number => (++given * GOLDEN_RATIO) % 1

/**
 * Does a piece of work every so often, one turn at a time: a turn that comes due while one runs is left out. The first comes
 * in the second half of the first period, for each piece of work at another moment: all at once they would keep requests
 * waiting for tens of milliseconds.
 */
export function repeat(work: () => Promise<unknown>, { everyMs, phase = nextPhase(), onError }: RepeatOptions): Repeated {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isStopped = false
  const turn = (): void => {
    if (running || isStopped) return
    running = (async () => {
      await work()
    })()
      .catch(onError)
      .finally(() => {
        running = undefined
        const isWanted = isAskedAgain
        isAskedAgain = false
        if (isWanted) turn()
      })
  }
  let timer = setTimeout(
    () => {
      timer = setInterval(turn, everyMs)
      timer.unref()
      turn()
    },
    (everyMs * (1 + phase)) / 2,
  )
  timer.unref()
  return {
    ask() {
      if (running) isAskedAgain = true
      else turn()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
