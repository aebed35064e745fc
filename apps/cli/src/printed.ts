import type { AnyTool, FieldMeta } from '@octet/core/tool.ts'
import { toJsonSchema } from '@octet/core/field.ts'
import { toYaml } from './to-yaml.ts'

type Field = FieldMeta & { type?: string }

/**
 * How a result is shown in a terminal: the field meant for it, else its main text alone when it has one, so that it can be piped
 * on; all of it otherwise.
 */
export async function toPrinted(tool: AnyTool, result: unknown): Promise<string> {
  const fields = Object.entries(toJsonSchema(tool.output, 'output').properties ?? {}) as [string, Field][]
  const read = (name: string | undefined) =>
    name === undefined ? undefined : (result as Record<string, unknown> | undefined)?.[name]
  const value =
    read(fields.find(([, field]) => field.printed === true)?.[0]) ?? read(fields.find(([, field]) => field.main === true)?.[0])
  if (typeof value === 'string') return value.endsWith('\n') ? value : `${value}\n`
  return typeof result === 'object' && result !== null ? toYaml(result) : `${String(result)}\n`
}
