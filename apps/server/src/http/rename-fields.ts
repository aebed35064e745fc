import type { Fields } from './body.ts'

/** Further names of fields, by the field. */
export type FieldNames = Readonly<Record<string, readonly string[] | undefined>>

/**
 * Puts what came under another name of a field where the field is. A field that came under its own name keeps its value,
 * and of several other names the first that is listed counts; what is left over stays, as any stray does.
 */
export function renameFields(fields: Fields, names: FieldNames): Fields {
  const renamed = { ...fields }
  for (const [field, others = []] of Object.entries(names)) {
    const other = field in fields ? undefined : others.find((name) => name in fields)
    if (other === undefined) continue
    renamed[field] = fields[other]
    delete renamed[other]
  }
  return renamed
}
