import type { Logger } from 'pino'
import { rebuildOutdated } from '@octet/data/rebuild.ts'
import { startPull, startUpdate, type RunningUpdate } from '@octet/data/start-update.ts'
import { readLastUpdate, type LastUpdate } from '@octet/data/update-report.ts'
import type { Config } from '../config.ts'
import { repeat } from './repeat.ts'

const LOOK_MS = 30_000
const DAY_MS = 86_400_000

export type UpdateJobOptions = {
  readonly config: Config
  readonly log: Logger
  /** Data of older rules or packages are built anew, once, where no update does it. */
  readonly rebuilds?: boolean
  /** For tests. */
  readonly lookMs?: number
  readonly start?: () => RunningUpdate
  readonly rebuild?: typeof rebuildOutdated
  readonly now?: () => number
}

/**
 * Keeps the address data fresh: once a day at the operator's time the sources are asked for something new, or, where
 * another instance is mirrored, that one every few minutes. One at a time, in a process of its own; a lock in the data
 * folder keeps other programs out. What was missed while the server was down is made up for. After an upgrade, data of
 * older rules or packages are served while they are built anew.
 */
export function startUpdateJob(options: UpdateJobOptions): AsyncDisposable {
  const { config, log, rebuilds = false, lookMs = LOOK_MS, rebuild = rebuildOutdated, now = Date.now } = options
  const { start = () => startFor(config) } = options
  const { updates, mirrorFrom } = config.operator
  let running: RunningUpdate | undefined
  let isStopped = false
  let mayRebuild = rebuilds && !mirrorFrom

  async function look(): Promise<void> {
    if (running || isStopped) return
    const last = await readLastUpdate(config.varFolder)
    const lastMs = last ? Date.parse(last.startedAt) : undefined
    if (now() >= findNext(lastMs)) {
      mayRebuild = false // an update builds them anew
      follow(start(), noteUpdate)
    } else if (mayRebuild) {
      mayRebuild = false
      const begun = await rebuild({ varFolder: config.varFolder, keepBuilds: updates.keepBuilds })
      if (!begun) return
      log.info('older rules or packages made the address data: they are built anew, and serve meanwhile')
      follow(begun, noteRebuild)
    }
  }

  function findNext(lastMs: number | undefined): number {
    if (mirrorFrom) return (lastMs ?? -Infinity) + mirrorFrom.everyMinutes * 60_000
    return updates.isEnabled ? findDue(updates.at, now(), lastMs) : Infinity
  }

  function follow(begun: RunningUpdate, note: (update: LastUpdate, log: Logger) => void): void {
    running = begun
    void begun.ended.then(
      (update) => {
        running = undefined
        if (!isStopped) note(update, log)
      },
      (error: unknown) => {
        running = undefined
        log.error({ err: error }, 'the update could not be noted')
      },
    )
  }

  const { stop } = repeat(look, {
    everyMs: lookMs,
    onError: (error) => log.error({ err: error }, 'whether an update is due cannot be found out'),
  })
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      await stop()
      running?.child.kill()
      await running?.ended
    },
  }
}

function noteRebuild({ build, error }: LastUpdate, log: Logger): void {
  if (error !== null) log.error({ fault: error }, 'the address data could not be built anew; what is published stays')
  else if (build !== null) log.info({ build }, 'the address data has been built anew')
}

function noteUpdate({ build, error, sources }: LastUpdate, log: Logger): void {
  const of = (wanted: string) => sources.filter(({ outcome }) => outcome === wanted)
  if (error !== null) log.error({ fault: error }, 'the address data could not be updated; what is published stays')
  else if (build === null) log.debug('nothing new for the address data')
  else log.info({ build, changed: of('updated').length }, 'the address data has been updated')
  for (const { id, reason } of of('refused')) log.warn({ source: id, reason }, 'a source is refused; its last good files stay')
  // In one line, since a line that is down takes all of them away.
  const [away] = of('unreachable')
  if (away)
    log.warn(
      { sources: of('unreachable').map(({ id }) => id), reason: away.reason },
      'sources cannot be reached; their last good files stay',
    )
}

function startFor({ varFolder, operator: { updates, mirrorFrom } }: Config): RunningUpdate {
  const { keepBuilds, mirror } = updates
  if (mirrorFrom) return startPull({ varFolder, url: mirrorFrom.url, token: mirrorFrom.token, keepBuilds })
  return startUpdate({ varFolder, mirror, keepBuilds })
}

/**
 * When the next update is due, in ms since 1970: the first time of day behind the last update. A server that has never
 * updated waits for the time of day, so that a first start asks nobody outside by itself.
 */
export function findDue(at: string, nowMs: number, lastMs: number | undefined): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + (hours * 60 + minutes) * 60_000
  const latest = today <= nowMs ? today : today - DAY_MS
  if (lastMs === undefined) return nowMs - latest < LOOK_MS * 4 ? latest : latest + DAY_MS
  return lastMs >= latest ? latest + DAY_MS : latest
}
