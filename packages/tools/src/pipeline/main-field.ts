import type { FieldMeta } from '@octet/core/tool.ts'

type Property = FieldMeta & { type?: string | string[] }

/** The field of a schema that text goes into or comes out of: the one marked `main`, else the first text. */
export function findMainField(properties: object | undefined): string | undefined {
  const fields = Object.entries((properties ?? {}) as Record<string, Property>)
  return (fields.find(([, field]) => field.main === true) ?? fields.find(([, field]) => field.type === 'string'))?.[0]
}
