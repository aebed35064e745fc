export type RepeatOptions = {
  readonly everyMs: number
  readonly onError: (error: unknown) => void
}

export type Repeated = {
  /** Works now, or once more after what is running. */
  readonly ask: () => void
  /** Ends the turns and waits for the one that runs. */
  readonly stop: () => Promise<void>
}

/** Does a piece of work every so often, one turn at a time: a turn that comes due while one runs is left out. */
export function repeat(work: () => Promise<unknown>, { everyMs, onError }: RepeatOptions): Repeated {
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
  const timer = setInterval(turn, everyMs)
  timer.unref()
  return {
    ask() {
      if (running) isAskedAgain = true
      else turn()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
