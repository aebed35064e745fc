import { buildDatabase } from '../packages/data/src/build.ts'
import { isAppError } from '../packages/core/src/errors.ts'
import { openDatabase } from '../packages/ipdb/src/open.ts'
import { Progress } from './progress.ts'

/** Builds the address data once; later starts find it in the var folder. Data that this version cannot read is built anew. */
export async function prepareData(varFolder: string): Promise<void> {
  const trouble = await findTrouble(varFolder)
  if (trouble === undefined) return
  if (trouble) console.log(`The address data is built anew: ${trouble}`)
  const progress = new Progress('Building the address data (once)')
  const built = await buildDatabase({ varFolder, onProgress: ({ text, done, total }) => progress.step(text.en, done, total) })
  progress.end(`${(built.rows.v4 + built.rows.v6).toLocaleString('en')} ranges, build ${built.build}`)
}

/** Why the data cannot be used; empty when there is none yet, undefined when it can. */
async function findTrouble(varFolder: string): Promise<string | undefined> {
  try {
    await using _database = await openDatabase(varFolder)
    return undefined
  } catch (error) {
    return isAppError(error) && error.key === 'data_missing' ? '' : (error as Error).message
  }
}
