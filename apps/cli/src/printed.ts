import type { AnyTool, FieldMeta } from '@octet/core/tool.ts'
import { toJsonSchema } from '@octet/core/field.ts'
import { toYaml } from './to-yaml.ts'

/** How a result is shown in a terminal: its main text alone when it has one, so that it can be piped on; all of it otherwise. */
export function toPrinted(tool: AnyTool, result: unknown): string {
  const properties = Object.entries(toJsonSchema(tool.output, 'output').properties ?? {}) as [
    string,
    FieldMeta & { type?: string },
  ][]
  const main = properties.find(([, field]) => field.main === true)?.[0]
  const value = main === undefined ? undefined : (result as Record<string, unknown> | undefined)?.[main]
  if (typeof value === 'string') return value.endsWith('\n') ? value : `${value}\n`
  return typeof result === 'object' && result !== null ? toYaml(result) : `${String(result)}\n`
}
