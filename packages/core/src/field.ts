import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'

/**
 * A file or any bytes: a `Blob`, which streams in browsers and in Node alike. Over JSON it comes as base64,
 * over multipart as a file part, on the command line as a path.
 */
export const bytes = () =>
  z
    .custom<Blob>((value) => value instanceof Blob, { error: joinText({ en: 'a file', zh: '文件' }) })
    .meta({ widget: 'file', format: 'binary' })

/** JSON Schema (2020-12) of a schema with the labels of its fields kept, for drawing forms and for OpenAPI. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}
