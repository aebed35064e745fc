/** A tool's result as JSON can carry it: bytes become base64, as they come in (`bytes()` of core/field.ts). */
export async function toPlain(value: unknown): Promise<unknown> {
  return hasBytes(value) ? replaceBytes(value) : value
}

function hasBytes(value: unknown, depth = 0): boolean {
  if (value instanceof Blob) return true
  if (typeof value !== 'object' || value === null || depth > 4) return false
  return Object.values(value).some((part) => hasBytes(part, depth + 1))
}

async function replaceBytes(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return Buffer.from(await value.arrayBuffer()).toString('base64')
  if (Array.isArray(value)) return Promise.all(value.map(replaceBytes))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([name, part]) => [name, await replaceBytes(part)])),
  )
}
