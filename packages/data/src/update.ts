import { access, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@octet/core/errors.ts'
import type { Remote, Source } from '@octet/core/source.ts'
import { buildDatabase, type BuildStep } from './build.ts'
import { checkFiles, ShrunkError, type RowCounts } from './check-source.ts'
import { fetchFile, RefusedDataError, toMirrorFolder, UnreachableError, type FetchedFile } from './fetch-file.ts'
import { findRemote, findSources, toFileName, toSourceFolder } from './find-sources.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { lockBuild } from './build-lock.ts'
import { releaseMemory } from '@octet/ipdb/release-memory.ts'
import { isOutdated } from './outdated.ts'
import { readState, writeState, type SourceState } from './source-state.ts'

export type UpdateOptions = {
  readonly varFolder: string
  /** A folder or an address that holds the files as host/path; the real places unless given. */
  readonly mirror?: string | undefined
  /** Ids of the sources to fetch, optional ones included; otherwise all but optional ones never fetched before. */
  readonly only?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((step: BuildStep) => void) | undefined
  readonly now?: (() => Date) | undefined
  /** Sources of the folder tree unless given. */
  readonly sources?: readonly Source[] | undefined
  /** Builds that are kept, the new one counted; two unless given. */
  readonly keepBuilds?: number | undefined
}

/** How it went with one source. `kept`: the last good files stay in use, if there are any. */
export type SourceOutcome = {
  readonly id: string
  readonly outcome: 'updated' | 'unchanged' | 'refused' | 'unreachable'
  readonly reason: string | null
  readonly rows: number
}

export type UpdateReport = {
  readonly sources: readonly SourceOutcome[]
  /** The new build; null when nothing had changed or the build failed. */
  readonly build: string | null
  /** Why nothing new was published although something had changed; the updated sources were put back. */
  readonly buildError: string | null
}

const DEFAULT_MAX_BYTES = 64 << 20
/** A source that has been much smaller for so long is so, and was not cut on the way. */
const SHRUNK_MS = 7 * 24 * 60 * 60_000

/**
 * Asks every source with an address for something new, checks what came, and builds and publishes when anything changed.
 * A source that cannot be had or is damaged keeps its last good files; the report and its state file say why.
 *
 * @throws when the mirror is a folder that is not there, another process is updating, the disk is full, or the signal is aborted;
 *   what is published stays
 */
export async function updateSources(options: UpdateOptions): Promise<UpdateReport> {
  const { varFolder, signal, onProgress } = options
  await refuseNoMirror(options.mirror)
  await using _lock = await lockBuild(join(varFolder, 'sources'))
  const all = options.sources ?? (await findSources())
  const chosen = await chooseSources(all, options)
  const outcomes: SourceOutcome[] = []
  for (const [at, source] of chosen.entries()) {
    signal?.throwIfAborted()
    const text = { en: `Fetching ${source.title.en}`, zh: `获取${source.title.zh}` }
    onProgress?.({ id: `fetch-${source.id}`, text, done: Math.round((30 * at) / chosen.length), total: 100 })
    outcomes.push(await updateSource(source, options))
    releaseMemory()
  }
  return { sources: outcomes, ...(await buildIfNeeded(outcomes, options)) }
}

/** Else each source by itself would be said to be missing in it. */
async function refuseNoMirror(mirror: string | undefined): Promise<void> {
  const folder = toMirrorFolder(mirror)
  if (folder === undefined || (await stat(folder).catch(() => undefined))?.isDirectory()) return
  const expected = { en: 'a folder that is there, or an address', zh: '已存在的文件夹，或网址' }
  throw new AppError('bad_input', { field: 'mirror', expected, got: folder })
}

async function chooseSources(all: readonly Source[], { varFolder, only }: UpdateOptions): Promise<Source[]> {
  const unknown = only?.filter((id) => !all.some((source) => source.id === id && findRemote(source))) ?? []
  if (unknown.length > 0) {
    const ids = all.filter(findRemote).map(({ id }) => id)
    const expected = { en: `sources that are fetched (${ids.join(', ')})`, zh: `可获取的数据源（${ids.join('、')}）` }
    throw new AppError('bad_input', { field: 'only', expected, got: unknown.join(', ') })
  }
  const chosen: Source[] = []
  for (const source of all) {
    if (!findRemote(source)) continue
    const isWanted = only ? only.includes(source.id) : !source.isOptional || (await readState(varFolder, source.id)) !== undefined
    if (isWanted) chosen.push(source)
  }
  return chosen
}

async function updateSource(source: Source, options: UpdateOptions): Promise<SourceOutcome> {
  const { varFolder, signal, now = () => new Date() } = options
  const { id } = source
  const folder = toSourceFolder(varFolder, id)
  const staged = `${folder}.new`
  await repair(folder)
  const last = await readState(varFolder, id)
  const checkedAt = now().toISOString()
  try {
    await rm(staged, { recursive: true, force: true })
    await mkdir(staged, { recursive: true })
    const files = await stageFiles(source, last, staged, options)
    if (!files) {
      const { shrunkSince: _, ...state } = last!
      await writeState(folder, { ...state, checkedAt, lastError: null })
      return { id, outcome: 'unchanged', reason: null, rows: last!.rows }
    }
    const paths = files.map(({ name }) => join(staged, name))
    const isPatient = last?.shrunkSince !== undefined && Date.parse(checkedAt) - Date.parse(last.shrunkSince) >= SHRUNK_MS
    const { rows, families } = await checkFiles(source, paths, { last: toCounts(last), isPatient, signal })
    const date = (await source.readDate?.(paths)) ?? toDate(files, checkedAt)
    await writeState(staged, { checkedAt, fetchedAt: checkedAt, date, rows, families, files, lastError: null })
    await promote(folder)
    return { id, outcome: 'updated', reason: null, rows }
  } catch (error) {
    if (!(error instanceof UnreachableError) && !(error instanceof RefusedDataError)) throw error
    const state = last ?? { checkedAt, fetchedAt: null, date: null, rows: 0, files: [], lastError: null }
    const shrunkSince = error instanceof ShrunkError ? (last?.shrunkSince ?? checkedAt) : last?.shrunkSince
    const lastError = { at: checkedAt, reason: error.message }
    await writeState(folder, { ...state, ...(shrunkSince !== undefined && { shrunkSince }), checkedAt, lastError })
    const outcome = error instanceof RefusedDataError ? 'refused' : 'unreachable'
    return { id, outcome, reason: error.message, rows: state.rows }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

function toCounts(last: SourceState | undefined): RowCounts | undefined {
  return last && { rows: last.rows, families: last.families ?? { 4: 0, 6: 0 } }
}

/** Brings all files of a source together in the staging folder; undefined when none of them has changed. */
async function stageFiles(
  source: Source,
  last: SourceState | undefined,
  staged: string,
  options: UpdateOptions,
): Promise<SourceState['files'] | undefined> {
  const remote = findRemote(source)!
  const files: SourceState['files'] = []
  let hasChanged = false
  for (const template of remote.urls) {
    const name = toFileName(template)
    const path = join(toSourceFolder(options.varFolder, source.id), name)
    // What somebody has removed by hand is fetched anew.
    const known = (await isThere(path)) ? last?.files.find((file) => file.name === name) : undefined
    const { url, fetched } = await fetchNewest(template, { name, known, staged, remote, options })
    if (fetched) files.push({ url, name, ...fetched })
    else {
      await linkOrCopy(path, join(staged, name))
      files.push(known!)
    }
    hasChanged ||= fetched !== undefined && fetched.sha256 !== known?.sha256
  }
  return hasChanged || last?.files.length !== files.length ? files : undefined
}

type FetchPlan = {
  readonly name: string
  readonly known: SourceState['files'][number] | undefined
  readonly staged: string
  readonly remote: Remote
  readonly options: UpdateOptions
}

/** The file of this month or week, or of one before while it is not out. */
async function fetchNewest(template: string, plan: FetchPlan): Promise<{ url: string; fetched: FetchedFile | undefined }> {
  const { name, known, staged, remote, options } = plan
  const urls = toUrls(template, options.now?.() ?? new Date())
  for (const [at, url] of urls.entries())
    try {
      const fetched = await fetchFile({
        url,
        mirror: options.mirror,
        known: known?.url === url ? known : undefined,
        into: join(staged, name),
        maxBytes: remote.maxBytes ?? DEFAULT_MAX_BYTES,
        signal: options.signal,
      })
      return { url, fetched }
    } catch (error) {
      const isNotOut = error instanceof UnreachableError && error.status === 404
      if (!isNotOut || at === urls.length - 1) throw error
    }
  throw new Error('a source has at least one address')
}

/** The addresses a template stands for, the newest first. */
export function toUrls(template: string, now: Date): string[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const toDay = (date: number) => new Date(date).toISOString().slice(0, 10)
  if (template.includes('{YYYY-MM}'))
    return [0, 1].map((back) => template.replaceAll('{YYYY-MM}', toDay(Date.UTC(year, month - back, 1)).slice(0, 7)))
  if (template.includes('{MONDAY}')) {
    const monday = day - ((now.getUTCDay() + 6) % 7)
    return [0, 7, 14].map((back) =>
      template.replaceAll('{MONDAY}', toDay(Date.UTC(year, month, monday - back)).replaceAll('-', '')),
    )
  }
  return [template]
}

/** The day a server last changed one of the files, else the day they were fetched. */
function toDate(files: SourceState['files'], checkedAt: string): string {
  const days = files.map(({ lastModified }) => Date.parse(lastModified ?? '')).filter((time) => !Number.isNaN(time))
  return days.length > 0 ? new Date(Math.max(...days)).toISOString().slice(0, 10) : checkedAt.slice(0, 10)
}

/** Puts the staging folder in the place of the present one, which is kept until the build has succeeded. */
async function promote(folder: string): Promise<void> {
  await rm(`${folder}.old`, { recursive: true, force: true })
  await renameIfThere(folder, `${folder}.old`)
  await rename(`${folder}.new`, folder)
}

/** A kill between the two renames leaves only the old folder: it takes its name back. */
async function repair(folder: string): Promise<void> {
  if (!(await isThere(folder))) await renameIfThere(`${folder}.old`, folder)
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

async function buildIfNeeded(
  outcomes: readonly SourceOutcome[],
  { varFolder, signal, onProgress, sources, keepBuilds }: UpdateOptions,
): Promise<Pick<UpdateReport, 'build' | 'buildError'>> {
  const pending = await findPending(varFolder, outcomes)
  const published = await readManifest(varFolder).catch(() => undefined)
  const isCurrent = published && (await isBuiltFrom(published, varFolder, outcomes))
  if (isCurrent && !(await isOutdated(published, varFolder, sources))) {
    await forgetOld(varFolder, pending)
    return { build: null, buildError: null }
  }
  try {
    const shift = (step: BuildStep) => onProgress?.({ ...step, done: Math.round(30 + 0.7 * step.done) })
    const manifest = await buildDatabase({ varFolder, signal, sources, keepBuilds, onProgress: shift })
    await forgetOld(varFolder, pending)
    return { build: manifest.build, buildError: null }
  } catch (error) {
    await putBack(varFolder, pending, (error as Error).message)
    signal?.throwIfAborted()
    return { build: null, buildError: (error as Error).message }
  }
}

/** Sources that no build has proved yet: those updated now, and those that were when an update was cut off. */
async function findPending(varFolder: string, outcomes: readonly SourceOutcome[]): Promise<string[]> {
  const isPending = await Promise.all(
    outcomes.map(async ({ id, outcome }) => outcome === 'updated' || (await isThere(`${toSourceFolder(varFolder, id)}.old`))),
  )
  return outcomes.flatMap(({ id }, at) => (isPending[at] ? [id] : []))
}

/** Whether what is published was made from the files now at hand: a build that was cut off is made up for. */
async function isBuiltFrom(manifest: Manifest, varFolder: string, outcomes: readonly SourceOutcome[]): Promise<boolean> {
  for (const { id } of outcomes) {
    const state = await readState(varFolder, id)
    const used = manifest.sources.find((source) => source.id === id)
    for (const { name, sha256 } of state?.files ?? []) if (used?.sha256[name] !== sha256) return false
  }
  return true
}

async function forgetOld(varFolder: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(`${toSourceFolder(varFolder, id)}.old`, { recursive: true, force: true })
}

/** After a failed build the sources are as they were, so that the next build works; their state says why. */
async function putBack(varFolder: string, ids: readonly string[], reason: string): Promise<void> {
  for (const id of ids) {
    const folder = toSourceFolder(varFolder, id)
    const refused = await readState(varFolder, id)
    await rm(folder, { recursive: true, force: true })
    await renameIfThere(`${folder}.old`, folder)
    const last = await readState(varFolder, id)
    const at = refused?.checkedAt ?? ''
    const state = last ?? { checkedAt: at, fetchedAt: null, date: null, rows: 0, files: [], lastError: null }
    await writeState(folder, { ...state, checkedAt: at, lastError: { at, reason: `the build failed: ${reason}` } })
  }
}
