import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from './config.ts'

/** Looks whether the folder of everything that is written can be had, before anything is begun in it. Throws {@link ConfigError}. */
export async function refuseClosedFolder(varFolder: string): Promise<void> {
  try {
    await makeFolder(varFolder)
    await access(varFolder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { message } = cause as Error
    throw new ConfigError(`OCTET_VAR: expected a folder that this user may write in, got ${varFolder} (${message})`, { cause })
  }
}

/** As `mkdir` with `recursive`, which never comes to an end in a folder that takes no others, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return
  const above = dirname(path)
  if (above !== path) await makeFolder(above)
  await mkdir(path)
}
