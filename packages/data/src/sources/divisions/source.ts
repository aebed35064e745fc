import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { defineSource } from '@octet/core/source.ts'
import { readPackageDate } from '../../readers/package-date.ts'

/** A division of a country by its ISO 3166-2 code. */
export type Division = {
  /** Such as `US-CA`. */
  readonly code: string
  /** English. */
  readonly name: string
  /** 1 for those that a country consists of, 2 for parts of these. */
  readonly level: 1 | 2
}

type Names = { subdivisions: { localeDisplayNames: { subdivisions: Record<string, string> } } }
type Containment = { supplemental: { subdivisionContainment: Record<string, { _contains: readonly string[] }> } }

/** Which divisions there are: names are also of those that have gone. Both packages have the same version. */
const CONTAINMENT = 'cldr-core/supplemental/subdivisionContainment.json'

/** `usca` → `US-CA`. */
const toCode = (id: string) => `${id.slice(0, 2)}-${id.slice(2)}`.toUpperCase()

/** ISO 3166-2 codes with English names. The standard itself is not free; CLDR keeps the list under open terms. */
export default defineSource<'divisions', Division>({
  id: 'divisions',
  title: { en: 'Unicode CLDR subdivisions', zh: 'Unicode CLDR 行政区划' },
  homepage: 'https://cldr.unicode.org/',
  licence: {
    name: 'Unicode-3.0',
    url: 'https://www.unicode.org/license.txt',
    attribution: { en: 'Codes of divisions by Unicode CLDR', zh: '行政区划代码由 Unicode CLDR 提供' },
    mayRedistribute: true,
  },
  origin: { kind: 'npm', package: 'cldr-subdivisions-full', files: ['subdivisions/en/en.json'] },
  kind: 'divisions',
  precedence: 0,
  bounds: { minRows: 4000, maxRows: 20_000 },
  golden: [],
  readDate: readPackageDate,
  async *parse(files) {
    const require = createRequire(import.meta.url)
    const names = await readJson<Names>(files[0]!)
    const parts = (await readJson<Containment>(require.resolve(CONTAINMENT))).supplemental.subdivisionContainment
    const levels = new Map<string, 1 | 2>()
    for (const [whole, { _contains: ids }] of Object.entries(parts))
      for (const id of ids) levels.set(id, whole.length === 2 ? 1 : 2)
    for (const [id, name] of Object.entries(names.subdivisions.localeDisplayNames.subdivisions)) {
      const level = levels.get(id)
      if (level !== undefined) yield { code: toCode(id), name, level }
    }
  },
})

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T
}
