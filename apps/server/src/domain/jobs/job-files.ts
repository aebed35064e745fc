import type { Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@octet/core/errors.ts'

/** Lines that a job may have, and the bytes in which they must fit. */
const MAX_LINES = 1_000_000
export const MAX_JOB_BYTES = 96 * 1024 * 1024

/** Where the files of jobs lie. */
export function toJobFolder(varFolder: string): string {
  return join(varFolder, 'jobs')
}

/** Forgets the file and the result of a job. */
export async function dropJobFiles(folder: string, id: string): Promise<void> {
  for (const kind of ['in', 'out']) await rm(join(folder, `${id}.${kind}`), { force: true })
}

/** Writes an upload to a file, and into a hash where one is given, and counts its lines that are not empty. */
export async function takeIn(body: AsyncIterable<Uint8Array>, path: string, hash?: Hash): Promise<number> {
  let sizeBytes = 0
  let lines = 0
  let isInLine = false
  const counted = async function* () {
    for await (const chunk of body) {
      sizeBytes += chunk.length
      hash?.update(chunk)
      for (const byte of chunk) {
        if (byte === 10) isInLine = false
        else if (!isInLine && byte > 32) {
          isInLine = true
          lines++
        }
      }
      if (sizeBytes > MAX_JOB_BYTES || lines > MAX_LINES)
        throw new AppError('too_large', {
          field: 'body',
          limit: { en: `${MAX_LINES} lines in ${MAX_JOB_BYTES} bytes`, zh: `${MAX_LINES} 行、${MAX_JOB_BYTES} 字节` },
          got: { en: 'more', zh: '更多' },
        })
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(toPart(path)))
  if (lines === 0) throw new AppError('bad_input', { field: 'body', expected: { en: 'a line at least', zh: '至少一行' }, got: 0 })
  await rename(toPart(path), path)
  return lines
}

/** What a file is called until it is whole. */
export function toPart(path: string): string {
  return `${path}.part`
}
