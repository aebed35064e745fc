import type { Source } from '@octet/core/source.ts'
import { findRemote, findSources } from './find-sources.ts'
import { readManifest } from './manifest.ts'
import { readState, type SourceState } from './source-state.ts'

/** How fresh a source is: in the published build, and on the disk. */
export type SourceStatus = {
  readonly id: string
  readonly title: Source['title']
  readonly licence: string
  readonly isOptional: boolean
  /** Null for sources that come with the program. */
  readonly cadence: 'daily' | 'weekly' | 'monthly' | null
  /** Date of the data in the published build, YYYY-MM-DD; null when it is not in it or does not say. */
  readonly date: string | null
  /** Rows in the published build; null when it is not in it. */
  readonly rows: number | null
  /** When it was fetched and last asked for, RFC 3339; null when it never was. */
  readonly fetchedAt: string | null
  readonly checkedAt: string | null
  readonly lastError: SourceState['lastError']
}

/** Every source with its age, rows and last error. */
export async function readStatus(varFolder: string, sources?: readonly Source[]): Promise<SourceStatus[]> {
  const manifest = await readManifest(varFolder).catch(() => undefined)
  return Promise.all(
    (sources ?? (await findSources())).map(async (source) => {
      const used = manifest?.sources.find(({ id }) => id === source.id)
      const remote = findRemote(source)
      const state = remote && (await readState(varFolder, source.id))
      return {
        id: source.id,
        title: source.title,
        licence: source.licence.name,
        isOptional: source.isOptional ?? false,
        cadence: remote?.cadence ?? null,
        date: used?.date ?? null,
        rows: used?.rows ?? null,
        fetchedAt: state?.fetchedAt ?? null,
        checkedAt: state?.checkedAt ?? null,
        lastError: state?.lastError ?? null,
      }
    }),
  )
}
