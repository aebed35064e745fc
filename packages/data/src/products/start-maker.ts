import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { MakeProductsOptions } from './make-products.ts'

/** Largest heap of the process; tables of numbers lie beside it. */
const HEAP_MEGABYTES = 768

/** Makes wanted files in a process of its own, so that neither memory nor time of look-ups is touched. */
export function startMaker(options: Omit<MakeProductsOptions, 'onProgress'>): Maker {
  const child = fork(join(import.meta.dirname, 'maker.ts'), [JSON.stringify(options)], {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  return { child, ended: waitForEnd(child) }
}

export type Maker = {
  readonly child: ChildProcess
  /** Undefined when it went well, else what it said. */
  readonly ended: Promise<string | undefined>
}

function waitForEnd(child: ChildProcess): Promise<string | undefined> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : said.trim() || `ended by ${signal ?? `code ${code}`}`))
  })
}
