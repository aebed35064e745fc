import { toJsonSchema } from '@octet/core/field.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import type * as z from 'zod'
import type { Lookup } from './lookups.ts'

/** A tool as the Model Context Protocol lists it (revision 2025-06-18, server/tools). */
export type McpTool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [key: string]: unknown }
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

/** A tool of the catalogue. One that probes reaches other hosts, but nothing here changes anything. */
export function describeTool({ id, title, summary, about, input, needs = [] }: AnyTool): McpTool {
  return {
    name: id,
    title: title.en,
    description: about ? `${summary.en}. ${about.en}` : summary.en,
    inputSchema: toInputSchema(input),
    annotations: toAnnotations(title.en, needs.includes('probe')),
  }
}

/** A lookup of the data service. */
export function describeLookup({ name, title, description, input }: Lookup): McpTool {
  return { name, title, description, inputSchema: toInputSchema(input), annotations: toAnnotations(title, false) }
}

function toAnnotations(title: string, openWorldHint: boolean): McpTool['annotations'] {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint }
}

/** What only the site's forms read of a field. */
const FORM_ONLY = new Set([
  'widget',
  'placeholder',
  'options',
  'when',
  'advanced',
  'wanted',
  'secret',
  'main',
  'language',
  'unit',
  '$schema',
])

function toInputSchema(schema: z.ZodObject): McpTool['inputSchema'] {
  return toPlain(toJsonSchema(schema)) as McpTool['inputSchema']
}

/** Labels become titles, help becomes the description, a file becomes base64. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  const node = value as Record<string, unknown>
  const { label, help, ...rest } = node as { label?: { en?: string }; help?: { en?: string }; [key: string]: unknown }
  // The schema of a field, not a list of fields, in which these words could be names.
  const isField = typeof label === 'object' || typeof node['widget'] === 'string'
  const entries = Object.entries(isField ? rest : node)
    .filter(([key]) => !(isField && FORM_ONLY.has(key)) && key !== '$schema')
    .map(([key, part]) => [key, toPlain(part)])
  return {
    ...(label?.en && isField && { title: label.en }),
    ...(isField && help?.en && { description: help.en }),
    ...Object.fromEntries(entries),
    ...(rest['format'] === 'binary' && { type: 'string', format: undefined, contentEncoding: 'base64' }),
  }
}
