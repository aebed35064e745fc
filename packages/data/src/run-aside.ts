import { fork, type ChildProcess } from 'node:child_process'

/** A process of its own, at work. */
export type Aside = {
  readonly child: ChildProcess
  /** Undefined when it went well, else what it said. */
  readonly ended: Promise<string | undefined>
}

/**
 * Runs a module in a process of its own, so that neither memory nor time of lookups is touched. The module finds the
 * input as JSON in its first argument; `heapMegabytes` bounds its heap, tables of numbers lie beside it.
 */
export function runAside(module: string, input: unknown, heapMegabytes: number): Aside {
  const child = fork(module, [JSON.stringify(input)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)))
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : said.trim() || `ended by ${signal ?? `code ${code}`}`))
  })
  return { child, ended }
}
