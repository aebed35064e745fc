import { LockedError } from '../packages/data/src/build-lock.ts'
import { buildDatabase } from '../packages/data/src/build.ts'
import { isAppError } from '../packages/core/src/errors.ts'
import { openDatabase, type Ipdb } from '../packages/ipdb/src/open.ts'
import { lockWhenFree } from './lock-when-free.ts'
import { Progress } from './progress.ts'

/**
 * Builds the address data once; later starts find it in the var folder, and get it opened. Data that this version cannot
 * read is built anew. Another process that builds them is waited for.
 */
export async function prepareData(varFolder: string): Promise<Ipdb> {
  const found = await findDatabase(varFolder)
  if (typeof found !== 'string') return found
  if (found) console.log(`The address data is built anew: ${found}`)
  const progress = new Progress('Building the address data (once)')
  const built = await buildDatabase({
    varFolder,
    onProgress: ({ text, done, total }) => progress.step(text.en, done, total),
  }).catch(orLocked)
  if (!built) {
    await (await lockWhenFree(varFolder))[Symbol.asyncDispose]()
    return prepareData(varFolder)
  }
  progress.end(`${(built.rows.v4 + built.rows.v6).toLocaleString('en')} ranges, build ${built.build}`)
  return openDatabase(varFolder)
}

/** Nothing where another process is building. */
function orLocked(error: unknown): undefined {
  if (!(error instanceof LockedError)) throw error
}

/** The database, or why there is none; empty when none has been built yet. */
async function findDatabase(varFolder: string): Promise<Ipdb | string> {
  try {
    return await openDatabase(varFolder)
  } catch (error) {
    return isAppError(error) && error.key === 'data_missing' ? '' : (error as Error).message
  }
}
