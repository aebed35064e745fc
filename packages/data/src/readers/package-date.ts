import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * The date in the version of the package a file came with (`2.3.2026061719` → `2026-06-17`); null when there is none.
 */
export async function readPackageDate(files: readonly string[]): Promise<string | null> {
  const text = await readFile(join(dirname(files[0] ?? ''), 'package.json'), 'utf8').catch(() => '{}')
  const { version = '' } = JSON.parse(text) as { version?: string }
  const [, year, month, day] = /\.(20\d\d)(\d\d)(\d\d)/.exec(version) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}
