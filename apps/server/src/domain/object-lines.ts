import { RowReader } from '@octet/core/delimited.ts'
import { findAddressIn } from '@octet/core/ip/find-address-in.ts'

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
