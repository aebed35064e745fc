import { toJsonSchema } from '@octet/core/field.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { findMainField } from './main-field.ts'
import type { StepTool } from './pipeline.ts'

/** What a pipeline needs to know of a tool, from its schemas: the fields that text goes into and comes out of. */
export function toStepTool(tool: AnyTool): StepTool {
  return {
    id: tool.id,
    mainInput: findMainField(toJsonSchema(tool.input, 'input').properties),
    mainOutput: findMainField(toJsonSchema(tool.output, 'output').properties),
  }
}
