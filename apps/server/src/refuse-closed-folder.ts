import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { ConfigError } from './config.ts'

/** Looks whether the folder of everything that is written can be had, before anything is begun in it. Throws {@link ConfigError}. */
export async function refuseClosedFolder(varFolder: string): Promise<void> {
  try {
    await mkdir(varFolder, { recursive: true })
    await access(varFolder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { message } = cause as Error
    throw new ConfigError(`OCTET_VAR: expected a folder that this user may write in, got ${varFolder} (${message})`, { cause })
  }
}
