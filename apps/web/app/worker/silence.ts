export type Silence = {
  readonly signal: AbortSignal
  /** Something was heard: it counts anew. */
  readonly restart: () => void
  readonly end: () => void
}

/** A signal that fires when nothing has been heard for so long: a line that is dead says nothing of it. */
export function createSilence(limitMs: number): Silence {
  const controller = new AbortController()
  const begin = () => setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), limitMs)
  let timer = begin()
  const end = () => clearTimeout(timer)
  const restart = () => {
    end()
    timer = begin()
  }
  return { signal: controller.signal, restart, end }
}
