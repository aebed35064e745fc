import { join } from 'node:path'
import type { PullBuildOptions, PullReport } from './mirror/pull-build.ts'
import { runAside, type Aside } from './run-aside.ts'
import { writeLastUpdate, type LastUpdate } from './update-report.ts'
import type { UpdateOptions, UpdateReport } from './update.ts'

const HEAP_MEGABYTES = 1_024

/** An update at work, and what it came to; the report is noted for the status page. */
export type RunningUpdate = { readonly child: Aside['child']; readonly ended: Promise<LastUpdate> }

type Plain = Pick<UpdateOptions, 'varFolder' | 'mirror' | 'only' | 'keepBuilds'>

/** Asks the sources for something new, in a process of its own. */
export function startUpdate(options: Plain): RunningUpdate {
  return noteIn(options.varFolder, runUpdater(options))
}

/** Builds anew from the files at hand, in a process of its own. Nobody is asked: it is not noted, and puts no update off. */
export function startRebuild(options: Pick<Plain, 'varFolder' | 'keepBuilds'>): RunningUpdate {
  return runUpdater({ ...options, only: [] })
}

function runUpdater(options: Plain): RunningUpdate {
  let report: UpdateReport | undefined
  const aside = runAside(join(import.meta.dirname, 'updater.ts'), options, HEAP_MEGABYTES)
  aside.child.on('message', (message: { kind?: string; report?: UpdateReport }) => {
    if (message.kind === 'report') report = message.report
  })
  return toRunning(aside, (fault) => ({
    sources: report?.sources ?? [],
    build: report?.build ?? null,
    error: report ? report.buildError : (fault ?? 'the update ended without a report'),
  }))
}

/** Brings the build of another instance here, in a process of its own. */
export function startPull(options: Omit<PullBuildOptions, 'signal' | 'onProgress'>): RunningUpdate {
  let report: PullReport | undefined
  const aside = runAside(join(import.meta.dirname, 'mirror', 'puller.ts'), options, HEAP_MEGABYTES)
  aside.child.on('message', (message: PullReport) => (report = message))
  const running = toRunning(aside, (fault) => ({
    sources: [],
    build: report?.outcome === 'updated' ? report.build : null,
    error: report ? null : (fault ?? 'the look at the other instance ended without a report'),
  }))
  return noteIn(options.varFolder, running)
}

function toRunning(
  { child, ended }: Aside,
  toResult: (fault: string | undefined) => Omit<LastUpdate, 'startedAt' | 'endedAt'>,
): RunningUpdate {
  const startedAt = new Date().toISOString()
  return {
    child,
    ended: ended.then((fault) => ({ startedAt, endedAt: new Date().toISOString(), ...toResult(fault) })),
  }
}

function noteIn(varFolder: string, { child, ended }: RunningUpdate): RunningUpdate {
  return {
    child,
    ended: ended.then(async (report) => {
      await writeLastUpdate(varFolder, report)
      return report
    }),
  }
}
