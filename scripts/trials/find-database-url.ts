import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Alone } from './alone.ts'

/** Where the embedded database of a program is. */
export async function findDatabaseUrl({ varFolder }: Alone): Promise<string> {
  const password = await readFile(join(varFolder, 'postgres/password'), 'utf8')
  return `postgres://octet:${password}@${encodeURIComponent(join(varFolder, 'postgres/socket'))}/postgres`
}
