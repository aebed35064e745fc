import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'

const MAX_BYTES = 512 * 1024 * 1024

/** What is piped in, or nothing when the input is a terminal or closed. At most 512 MiB. */
export async function readPiped(stdin: NodeJS.ReadStream): Promise<Buffer | undefined> {
  if (stdin.isTTY) return undefined
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_BYTES)
      throw new AppError('too_large', { field: 'stdin', limit: counted(MAX_BYTES, 'bytes'), got: { en: 'more', zh: '更多' } })
    chunks.push(chunk)
  }
  return sizeBytes === 0 ? undefined : Buffer.concat(chunks)
}
