import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/**
 * Lets one process build in a data folder at a time. A lock whose process has gone is taken over.
 *
 * @throws when another process is building
 */
export async function lockBuild(dataFolder: string): Promise<AsyncDisposable> {
  await mkdir(dataFolder, { recursive: true })
  const path = join(dataFolder, 'build.lock')
  const taken = await tryLock(path)
  if (!taken) {
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    if (owner > 0 && isAlive(owner)) throw new Error(`process ${owner} is already building in ${dataFolder}`)
    await rm(path, { force: true })
    if (!(await tryLock(path))) throw new Error(`another process has just begun to build in ${dataFolder}`)
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'wx')
    await file.writeFile(String(process.pid))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
