import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type RunOptions = { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number }

const MAX_LINES = 500
const MAX_LINE_LENGTH = 500

/**
 * Runs a program without a shell and with an empty environment, and yields the lines it prints.
 * It is ended when the time is up, the caller leaves, or the reader stops. A program that does not start prints no line.
 */
export async function* runLines(
  path: string,
  args: readonly string[],
  { signal, timeoutMs }: RunOptions,
): AsyncGenerator<string> {
  const child = start(path, args)
  if (!child) return
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
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** Undefined where the system refuses at once, such as a program with a capability that this one may not pass on (EPERM). */
function start(path: string, args: readonly string[]): ChildProcessByStdio<null, Readable, null> | undefined {
  try {
    const child = spawn(path, args, { env: { LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'ignore'] })
    return child.on('error', () => {})
  } catch {
    return undefined
  }
}
