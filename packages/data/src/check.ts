import type { Golden, Source } from '@octet/core/source.ts'
import { Ipdb } from '@octet/ipdb/ipdb.ts'
import { loadFile } from '@octet/ipdb/load.ts'
import type { Manifest } from '@octet/ipdb/manifest.ts'

/** A build may shrink by this share against the one before; more is taken for a damaged source. */
const MAX_SHRINK = 0.2

/**
 * Reads a finished build back and asks it what is known beforehand.
 *
 * @throws with every fault found; the build is then not published
 */
export async function checkBuild(options: {
  folder: string
  manifest: Manifest
  sources: readonly Source[]
  previous: Manifest | undefined
}): Promise<void> {
  const { folder, manifest, sources, previous } = options
  const db = new Ipdb(await loadFile(folder, manifest))
  const faults = [
    ...(db.build === manifest.build ? [] : [`expected the file of this build, got one of build ${db.build}`]),
    ...sources.flatMap((source) => source.golden.flatMap((golden) => checkGolden(db, source.id, golden))),
    ...checkRows(manifest, previous),
  ]
  if (faults.length > 0) throw new Error(`build ${manifest.build} is not published:\n${faults.join('\n')}`)
}

function checkGolden(db: Ipdb, id: string, { address, expect }: Golden): string[] {
  const record = db.lookup(address, { lang: 'en', now: new Date(0) })
  return Object.entries(expect).flatMap(([field, value]) => {
    const got = field.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], record)
    return got === value ? [] : [`${address} (${id}): expected ${field} ${JSON.stringify(value)}, got ${JSON.stringify(got)}`]
  })
}

function checkRows(manifest: Manifest, previous: Manifest | undefined): string[] {
  if (!previous) return []
  return (['v4', 'v6'] as const).flatMap((family) => {
    const [now, before] = [manifest.rows[family], previous.rows[family]]
    return now < before * (1 - MAX_SHRINK) ? [`rows of ${family}: expected about ${before} as in the last build, got ${now}`] : []
  })
}
