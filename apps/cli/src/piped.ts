import { isUtf8 } from 'node:buffer'
import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { UsageError } from './command.ts'

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

/** What is piped in as text. Throws {@link UsageError} for other bytes: what is read into them would be another text. */
export function toPipedText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new UsageError({
    en: 'expected text in UTF-8 from the pipe, got other bytes; iconv -f gbk -t utf-8 turns one into the other',
    zh: '管道中应为 UTF-8 文本，收到的不是；可先用 iconv -f gbk -t utf-8 转换',
  })
}
