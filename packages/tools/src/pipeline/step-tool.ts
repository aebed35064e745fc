import { toJsonSchema } from '@octet/core/field.ts'
import type { AnyTool, FieldMeta } from '@octet/core/tool.ts'
import type { StepTool } from './pipeline.ts'

type Property = FieldMeta & { type?: string }

/** What a pipeline needs to know of a tool, from its schemas: the fields that text goes into and comes out of. */
export function toStepTool(tool: AnyTool): StepTool {
  return {
    id: tool.id,
    mainInput: findMainField(toJsonSchema(tool.input, 'input').properties),
    mainOutput: findMainField(toJsonSchema(tool.output, 'output').properties),
  }
}

/** The field marked `main`, else the first text. */
export function findMainField(properties: object | undefined): string | undefined {
  const fields = Object.entries((properties ?? {}) as Record<string, Property>)
  return (fields.find(([, field]) => field.main === true) ?? fields.find(([, field]) => field.type === 'string'))?.[0]
}
