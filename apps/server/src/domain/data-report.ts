import { join } from 'node:path'
import { readAccuracy } from '@octet/data/accuracy-report.ts'
import { readManifestFile } from '@octet/ipdb/manifest.ts'

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
    accuracy: await findAccuracy(folder),
  }
}

/** Accuracy as `npm run accuracy` measured it last, with the build it was measured on. */
async function findAccuracy(folder: string) {
  const report = await readAccuracy(folder)
  if (!report) return null
  const groups = report.scores.map(({ tag, rows, country, within50km }) => ({
    id: tag,
    rows,
    country,
    city_within_50_km: within50km,
  }))
  return { build: report.build, date: report.date.slice(0, 10), groups }
}
