import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openPublished, type Ipdb } from '@octet/ipdb/open.ts'
import { MANIFEST } from '@octet/ipdb/manifest.ts'

const PERIOD_MS = 2_000

export type WatchOptions = {
  readonly log: Logger
  readonly current: () => Ipdb | undefined
  readonly onNew: (database: Ipdb) => void
}

/**
 * Looks every 2 s whether another build has been published and opens it. A build that cannot be read is reported
 * once and the one that serves goes on.
 */
export function watchData(varFolder: string, { log, current, onNew }: WatchOptions): { close(): void } {
  const folder = join(varFolder, 'data')
  let seenMs = -1
  let isBusy = false
  async function look(): Promise<void> {
    const changedMs = await stat(join(folder, MANIFEST)).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1,
    )
    if (changedMs === seenMs || changedMs < 0) return
    seenMs = changedMs
    try {
      const next = await openPublished(folder, MANIFEST)
      if (next.build !== current()?.build) onNew(next)
    } catch (error) {
      log.error({ err: error }, 'a new build cannot be used; the last good one goes on serving')
    }
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    void look().finally(() => (isBusy = false))
  }, PERIOD_MS)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
