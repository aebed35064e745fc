import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const DIFF_FORMATS = ['summary', 'ndjson', 'csv'] as const

export type DiffRequest = {
  readonly varFolder: string
  /** Ids of kept builds. */
  readonly from: string
  readonly to: string
  readonly format: (typeof DIFF_FORMATS)[number]
  /** Only these fields; all unless given. */
  readonly fields?: readonly string[] | undefined
}

const HEAP_MEGABYTES = 768

/**
 * What has changed from one build to another, as text in pieces, worked out in a process of its own; it ends when the
 * reader stops reading or the signal is aborted.
 *
 * @throws when the process fails, with what it said
 */
export async function* streamDiff(request: DiffRequest, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const args = [`--max-old-space-size=${HEAP_MEGABYTES}`, join(import.meta.dirname, 'differ.ts'), JSON.stringify(request)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill()
  signal?.addEventListener('abort', stop)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer
    const code = await ended
    signal?.throwIfAborted()
    if (code !== 0) throw new Error(`the builds could not be compared: ${said.trim() || `ended by code ${code}`}`)
  } finally {
    signal?.removeEventListener('abort', stop)
    child.kill()
  }
}
