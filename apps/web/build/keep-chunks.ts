import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of the chunks of the last build. */
const LIST = 'chunks.json'

/**
 * Removes chunks of the page renderer that are neither of this build nor of the one before it: a server that was started
 * on the last build goes on loading its chunks until it is restarted. `chunks` are paths below the folder.
 */
export async function keepChunks(folder: string, chunks: readonly string[]): Promise<void> {
  const last: string[] = await readFile(join(folder, LIST), 'utf8').then(JSON.parse, () => [])
  const kept = new Set([...chunks, ...last])
  for await (const path of glob('assets/**/*.*', { cwd: folder }))
    if (!kept.has(path.replaceAll('\\', '/'))) await rm(join(folder, path))
  await writeFile(join(folder, LIST), JSON.stringify(chunks))
}
