import { readFileSync } from 'node:fs'

/** Parameters of a PostgreSQL connection string that name files (PostgreSQL, libpq connection parameters). */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const

/** The first file named by a connection string that this user cannot read, and why: the library would end the program with it. */
export function findUnreadable(databaseUrl: string): { name: string; path: string; code: string } | undefined {
  const named = URL.parse(databaseUrl)?.searchParams
  for (const name of FILES) {
    const path = named?.get(name)
    if (!path) continue
    try {
      readFileSync(path)
    } catch (error) {
      return { name, path, code: (error as NodeJS.ErrnoException).code ?? '' }
    }
  }
  return undefined
}
