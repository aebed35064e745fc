import type { Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@octet/core/errors.ts'
import { AddressSet } from '@octet/core/ip/address-set.ts'
import { findPlace, peekStart, readTable, type TablePlace, type TableWish } from './table.ts'

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

/** What a file comes to: its lines, what they cost, and where its addresses stand if it is given back whole. */
export type TakenIn = { readonly lines: number; readonly units: number; readonly place?: TablePlace | undefined }
type Upload = { readonly body: AsyncIterable<Uint8Array>; readonly path: string; readonly hash?: Hash | undefined }

/** Writes an upload to a file, and into a hash where one is given, and counts its lines that are not empty. */
export async function takeIn({ body, path, hash }: Upload): Promise<TakenIn> {
  let lines = 0
  let isInLine = false
  const counted = async function* () {
    for await (const chunk of limited(body, hash)) {
      for (const byte of chunk) {
        if (byte === 10) isInLine = false
        else if (!isInLine && byte > 32) {
          isInLine = true
          lines++
        }
      }
      refuseMany(lines)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(toPart(path)))
  if (lines === 0) throw new AppError('bad_input', { field: 'body', expected: { en: 'a line at least', zh: '至少一行' }, got: 0 })
  await rename(toPart(path), path)
  return { lines, units: lines }
}

/** The same with a file that is given back whole: each of its addresses costs one unit, however often it comes. */
export async function takeTable({ body, path, hash }: Upload, wish: TableWish): Promise<TakenIn> {
  const { start, isCut, whole } = await peekStart(limited(body, hash))
  const place = findPlace(start, isCut, wish)
  const addresses = new AddressSet()
  let lines = 0
  const counted = async function* () {
    for await (const { chunk, rows } of readTable(whole, place)) {
      for (const { kind, cell } of rows) {
        if (kind !== 'row') continue
        lines++
        addresses.add(cell)
      }
      refuseMany(lines)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(toPart(path)))
  if (addresses.size === 0)
    throw new AppError('bad_input', { field: 'body', expected: { en: 'an address at least', zh: '至少一个地址' }, got: 0 })
  await rename(toPart(path), path)
  return { lines, units: addresses.size, place }
}

async function* limited(body: AsyncIterable<Uint8Array>, hash: Hash | undefined): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    hash?.update(chunk)
    if (sizeBytes > MAX_JOB_BYTES) throw toTooLarge()
    yield chunk
  }
}

function refuseMany(lines: number): void {
  if (lines > MAX_LINES) throw toTooLarge()
}

function toTooLarge(): AppError {
  return new AppError('too_large', {
    field: 'body',
    limit: { en: `${MAX_LINES} lines in ${MAX_JOB_BYTES} bytes`, zh: `${MAX_LINES} 行、${MAX_JOB_BYTES} 字节` },
    got: { en: 'more', zh: '更多' },
  })
}

/** What a file is called until it is whole. */
export function toPart(path: string): string {
  return `${path}.part`
}
