import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type RunOptions = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  /** Whether its lines of error come behind the others. */
  readonly readsErrors?: boolean | undefined
}

const MAX_LINES = 500
const MAX_LINE_LENGTH = 500

/**
 * Runs a program without a shell and with an empty environment, and yields the lines it prints.
 * It is ended when the time is up, the caller leaves, or the reader stops. A program that does not start prints no line.
 */
export async function* runLines(
  path: string,
  args: readonly string[],
  { signal, timeoutMs, readsErrors = false }: RunOptions,
): AsyncGenerator<string> {
  const child = start(path, args, readsErrors)
  if (!child) return
  const errors = readsErrors ? readErrors(child) : []
  const stop = () => child.kill('SIGKILL')
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  let lines = 0
  try {
    for await (const line of createInterface(child.stdout)) {
      if (++lines > MAX_LINES) return
      yield line.slice(0, MAX_LINE_LENGTH)
    }
    for (const line of await errors) yield line
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** The lines of error of a program, once it has ended: what nobody reads until then is lost with it. */
function readErrors(child: Child): Promise<string[]> {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(0, MAX_LINE_LENGTH)))
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const end = () => resolve(text.split('\n'))
  child.once('close', end).once('error', end)
  return promise
}

type Child = ChildProcessByStdio<null, Readable, Readable | null>

/** Undefined where the system refuses at once, such as a program with a capability that this one may not pass on (EPERM). */
function start(path: string, args: readonly string[], readsErrors: boolean): Child | undefined {
  try {
    const child = spawn(path, args, { env: { LC_ALL: 'C' }, stdio: ['ignore', 'pipe', readsErrors ? 'pipe' : 'ignore'] })
    return child.on('error', () => {}) as Child // `stdio` gives it these streams
  } catch {
    return undefined
  }
}
