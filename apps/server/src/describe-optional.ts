import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Lines for the start: what is optional and missing here, and how to get it. */
export async function describeOptional(config: Config): Promise<string[]> {
  const lines: string[] = []
  if (!(await isInstalled('mtr-packet', config.programFolders)))
    lines.push('optional: mtr-packet for the best ping and traceroute (Debian: apt-get install mtr-tiny)')
  if (!config.redisUrl) lines.push('optional: REDIS_URL shares limits between machines; one machine needs none')
  if (!config.smtpUrl) lines.push('optional: SMTP_URL sends mail')
  return lines
}

async function isInstalled(name: string, folders: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, name), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}
