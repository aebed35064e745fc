import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ACCURACY, type AccuracyReport } from '@octet/data/accuracy-report.ts'
import { toDataFolder } from '@octet/data/manifest.ts'
import { parseTruth, scoreTruth } from '@octet/data/score.ts'
import { scoreRadii, type RadiusScore } from '@octet/data/score-radius.ts'
import { openDatabase } from '@octet/ipdb/open.ts'

/**
 * `npm run accuracy -- --truth FILE [--json OUT]`: asks the built database about every line of a truth file
 * (cidr,country,region,city,lat,lon,source), prints the scores per source, and keeps them beside the data, where the
 * site's data page shows them. With --radius it also prints how often the stated radius holds, by what placed the address.
 */
const USAGE = 'usage: npm run accuracy -- --truth FILE [--json OUT] [--radius]'
const { truth, out, hasRadii } = readFlags()
const text = await readFile(truth, 'utf8').catch(({ message }: Error) => refuse(`octet accuracy: ${message}`))
const { rows, refused } = parseTruth(text)
// Our own small list of carriers' resolvers: provinces of China, which the truth file need not have.
const resolvers = join(import.meta.dirname, '..', 'packages', 'data', 'src', 'truth', 'cn-resolvers.csv')
const provinces = parseTruth(await readFile(resolvers, 'utf8')).rows
const dataFolder = toDataFolder(process.env['OCTET_VAR'] || 'var')
await using db = await openDatabase(dataFolder)
const report: AccuracyReport = {
  build: db.build,
  date: new Date().toISOString(),
  truth: { rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') },
  scores: [...scoreTruth(db, rows), ...scoreTruth(db, provinces).filter(({ tag }) => !tag.startsWith('all '))],
}
print(report)
if (hasRadii) printRadii(scoreRadii(db, rows))
if (refused.length > 0) console.log(`${refused.length} lines could not be read, the first: ${refused[0]}`)
const json = `${JSON.stringify(report, undefined, 2)}\n`
await writeFile(join(dataFolder, `${ACCURACY}.new`), json)
await rename(join(dataFolder, `${ACCURACY}.new`), join(dataFolder, ACCURACY))
if (out !== undefined) await writeFile(out, json)

function readFlags(): { readonly truth: string; readonly out: string | undefined; readonly hasRadii: boolean } {
  try {
    const options = { truth: { type: 'string' }, json: { type: 'string' }, radius: { type: 'boolean', default: false } } as const
    const { values } = parseArgs({ options })
    if (values.truth) return { truth: values.truth, out: values.json, hasRadii: values.radius }
    return refuse(USAGE)
  } catch (error) {
    return refuse(`${(error as Error).message}\n${USAGE}`)
  }
}

function refuse(words: string): never {
  console.error(words)
  process.exit(2)
}

function print({ build, truth, scores }: AccuracyReport): void {
  console.log(`build ${build}, ${truth.rows} rows of truth`)
  const cell = (value: number | null) => (value === null ? '–' : value.toFixed(1)).padStart(9)
  console.log(
    `${'source'.padEnd(22)}${'rows'.padStart(7)}${'country'.padStart(9)}${'≤ 50 km'.padStart(9)}${'radius'.padStart(9)}${'region'.padStart(9)}  (%)`,
  )
  for (const { tag, rows: count, country, within50km, withinRadius, region } of scores)
    console.log(
      `${tag.padEnd(22)}${String(count).padStart(7)}${cell(country)}${cell(within50km)}${cell(withinRadius)}${cell(region)}`,
    )
}

function printRadii(scores: readonly RadiusScore[]): void {
  const head = ['feed rows', 'held %', 'indep rows', 'held %'].map((title) => title.padStart(11)).join('')
  console.log(`\n${'placed by'.padEnd(22)}${'family'.padEnd(8)}${'what'.padEnd(8)}${'radius'.padEnd(10)}${head}`)
  for (const { source, version, isHosted, upToKm, feed, indep } of scores) {
    const radius = upToKm === Infinity ? 'wider' : `≤ ${upToKm} km`
    const cells = [feed, indep].flatMap(({ rows, held }) => [rows, rows === 0 ? '–' : ((100 * held) / rows).toFixed(1)])
    const kind = `${source.padEnd(22)}${`IPv${version}`.padEnd(8)}${(isHosted ? 'hosts' : 'access').padEnd(8)}${radius.padEnd(10)}`
    console.log(kind + cells.map((cell) => String(cell).padStart(11)).join(''))
  }
}
