import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readManifestFile } from '@octet/ipdb/manifest.ts'

const scored = z.object({ rows: z.number(), country: z.number().nullable(), city_within_50_km: z.number().nullable() })
/** The file that `npm run accuracy` writes. */
const accuracySchema = z.object({ build: z.string(), date: z.string(), groups: z.array(scored.extend({ id: z.string() })) })

/** What there is to say about the address data of a var folder: sources, licences, measured accuracy. */
export async function readDataReport(varFolder: string) {
  const folder = join(varFolder, 'data')
  const manifest = await readManifestFile(folder)
  return {
    build: manifest?.build ?? null,
    date: manifest?.date.slice(0, 10) ?? null,
    rows: manifest?.rows ?? null,
    sources: (manifest?.sources ?? []).map(({ id, title, date, rows, licence, homepage }) => ({
      id,
      title,
      date,
      rows,
      licence: licence.name,
      attribution: licence.attribution,
      url: homepage,
    })),
    accuracy: await readAccuracy(folder, manifest?.build),
  }
}

/** Accuracy as it was measured for this very build; that of another build says nothing. */
async function readAccuracy(folder: string, build: string | undefined) {
  const text = await readFile(join(folder, 'accuracy.json'), 'utf8').catch(() => undefined)
  const parsed = text === undefined ? undefined : accuracySchema.safeParse(JSON.parse(text))
  if (!parsed?.success || parsed.data.build !== build) return null
  return { date: parsed.data.date, groups: parsed.data.groups }
}
