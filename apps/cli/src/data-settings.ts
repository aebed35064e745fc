import { readFileSync } from 'node:fs'
import { parse as parseYaml } from 'yaml'
import { brandSchema } from '@octet/core/brand-schema.ts'
import { AppError } from '@octet/core/errors.ts'
import type { MakeProductsOptions } from '@octet/data/products/make-products.ts'
import { productsSchema } from '@octet/data/products/products-schema.ts'
import type { UpdateOptions } from '@octet/data/update.ts'
import { updatesSchema } from '@octet/data/updates-schema.ts'

type ProductSettings = Pick<MakeProductsOptions, 'brand' | 'hasCompatibleNames' | 'keepBuilds'>
type UpdateSettings = Pick<UpdateOptions, 'keepBuilds' | 'mirror'>

/**
 * How database files are made here: as the server makes them, by the groups `brand` and `databases` of the operator's file.
 * What else stands in the file is the server's to check. Throws `unavailable` when it cannot be read or a value is wrong.
 *
 * @param path the operator's file, `OCTET_CONFIG`; without one what holds where nothing is set
 */
export function readProductSettings(path: string | undefined): ProductSettings {
  const file = path === undefined ? {} : readFile(path)
  const brand = check(brandSchema.prefault({}).safeParse(file['brand']), 'brand')
  const { compatibleNames, keepBuilds } = check(productsSchema.prefault({}).safeParse(file['databases']), 'databases')
  return { brand: brand.name, hasCompatibleNames: compatibleNames, keepBuilds }
}

/** How many builds are kept here and where sources come from: as for the server, by the group `updates` of the operator's file. */
export function readUpdateSettings(path: string | undefined): UpdateSettings {
  const file = path === undefined ? {} : readFile(path)
  const { keepBuilds, mirror } = check(updatesSchema.prefault({}).safeParse(file['updates']), 'updates')
  return { keepBuilds, mirror }
}

function readFile(path: string): Readonly<Record<string, unknown>> {
  let content: unknown
  try {
    content = parseYaml(readFileSync(path, 'utf8')) ?? {}
  } catch (cause) {
    const [what] = (cause as Error).message.split(/:?\n/)
    throw refuse(`cannot read ${path}: ${what}`, cause)
  }
  if (typeof content === 'object' && !Array.isArray(content)) return content as Record<string, unknown>
  throw refuse(`expected settings with their names in ${path}`)
}

type Checked<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

function check<T>(checked: Checked<T>, group: string): T {
  if (checked.success) return checked.data
  throw refuse(checked.error.issues.map(({ path, message }) => `${[group, ...path].join('.')}: ${message}`).join('; '))
}

function refuse(what: string, cause?: unknown): AppError {
  return new AppError('unavailable', { reason: `OCTET_CONFIG: ${what}` }, { cause })
}
