import { RowReader } from '@octet/core/delimited.ts'

/** What others call the address in lists of objects, ip-api's batches and most logs among them. */
const NAMES = ['ip', 'query', 'address'] as const

/** The address that an object holds, given itself or as JSON; undefined for anything else. */
export function findAddressIn(item: unknown): string | undefined {
  const value = typeof item === 'string' ? parse(item) : item
  if (typeof value !== 'object' || value === null) return undefined
  const found = NAMES.map((name) => (value as Record<string, unknown>)[name])
  return found.find((address) => typeof address === 'string')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Lines with the address of each line of NDJSON. What is no object with an address stays as it came, but for what would part its
 * cells. Throws `too_large` for a line of more than a million characters.
 */
export async function* readObjects(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  const reader = new RowReader('')
  const toBytes = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${toLine(line)}\n`).join(''))
  for await (const chunk of chunks) yield toBytes(reader.push(decoder.decode(chunk, { stream: true })))
  yield toBytes([...reader.push(decoder.decode()), ...reader.finish()])
}

function toLine(line: string): string {
  const text = findAddressIn(line) ?? line
  return text.replaceAll(/[\s,;"]+/g, ' ').trim()
}
