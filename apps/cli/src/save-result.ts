import { writeFile } from 'node:fs/promises'
import { toJsonSchema } from '@octet/core/field.ts'
import type { AnyTool, FieldMeta } from '@octet/core/tool.ts'
import { toPrinted } from './printed.ts'

type Field = FieldMeta & { format?: string }

/** Results may hold keys: who else is on the machine need not read them. */
const OWN = 0o600

/**
 * Writes a result to a file: the file or the picture in it where it has one, else what a terminal shows. Gives the size in bytes.
 */
export async function saveResult(tool: AnyTool, result: unknown, path: string): Promise<number> {
  const bytes = (await findBytes(tool, result)) ?? Buffer.from(await toPrinted(tool, result))
  await writeFile(path, bytes, { mode: OWN })
  return bytes.length
}

async function findBytes(tool: AnyTool, result: unknown): Promise<Buffer | undefined> {
  const fields = Object.entries(toJsonSchema(tool.output, 'output').properties ?? {}) as unknown as [string, Field][]
  const read = (test: (field: Field) => boolean | undefined) =>
    fields.filter(([, field]) => test(field)).map(([name]) => (result as Record<string, unknown> | undefined)?.[name])
  const file = read(({ format }) => format === 'binary').find((value) => value !== undefined)
  if (file instanceof Blob) return Buffer.from(await file.arrayBuffer())
  // From a server.
  if (typeof file === 'string') return Buffer.from(file, 'base64')
  const [url] = read(({ saved }) => saved).filter((value) => typeof value === 'string')
  const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(url ?? '') ?? []
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}
