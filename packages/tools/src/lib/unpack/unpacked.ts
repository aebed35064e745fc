import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toSizeText, type Bytes } from '../bytes.ts'

/** A part of a gzip file: one compressed file with what is said of it. */
export type Member = {
  readonly name?: string
  readonly modified?: string
  readonly comment?: string
  readonly system?: string
  readonly packedBytes: number
  readonly sizeBytes: number
}

export type Unpacked = {
  readonly bytes: Bytes
  /** Of gzip alone. */
  readonly members?: readonly Member[]
  /** Why there is no more; `bytes` are what came before. */
  readonly fault?: Text | undefined
  /** Bytes behind the end. */
  readonly restBytes?: number
}

/** A few kilobytes can unpack to gigabytes. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

/** Throws `too_large` once more has come out than may. */
export function refuseBomb(sizeBytes: number, maxBytes = MAX_UNPACKED_BYTES): void {
  if (sizeBytes <= maxBytes) return
  const limit = toSizeText(maxBytes)
  throw new AppError('too_large', {
    field: { en: 'The unpacked content', zh: '解压后的内容' },
    limit,
    got: { en: 'more', zh: '更多' },
  })
}

/** What was found instead of whole data, where more than one format has it. */
export const DICTIONARY = {
  en: 'data compressed with a preset dictionary, which is needed to unpack it',
  zh: '使用预置字典压缩的数据，解压需要该字典',
} as const satisfies Text
export const MISMATCH = {
  en: 'damaged data: the check value at the end does not match',
  zh: '已损坏的数据：末尾的校验值不符',
} as const satisfies Text
export const toCut = (sizeBytes: number): Text => ({
  en: `truncated data, cut off after ${countOf(sizeBytes, 'byte')}`,
  zh: `不完整的数据，在第 ${sizeBytes} 字节处中断`,
})

/** How many bytes follow the end; zeros are padding, as tapes have it. */
export const countRest = (rest: Uint8Array): number => (rest.every((byte) => byte === 0) ? 0 : rest.length)
