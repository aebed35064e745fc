import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'

/** Kinds of archives, with words. */
export const ARCHIVE_WORDS = { zip: { en: 'ZIP', zh: 'ZIP' }, tar: { en: 'tar', zh: 'tar' } } as const satisfies Record<
  string,
  Text
>
export type ArchiveKind = keyof typeof ARCHIVE_WORDS

export const ENTRY_WORDS = {
  file: { en: 'File', zh: '文件' },
  locked: { en: 'Encrypted file', zh: '加密文件' },
  folder: { en: 'Folder', zh: '文件夹' },
  link: { en: 'Link', zh: '链接' },
  other: { en: 'Other', zh: '其他' },
} as const satisfies Record<string, Text>
export type EntryKind = keyof typeof ENTRY_WORDS

/** One thing in an archive, as the archive says. */
export type Entry = {
  readonly name: string
  readonly kind: EntryKind
  readonly sizeBytes: number
  /** In UTC and ISO 8601, or as a clock on the wall has it where the archive names no zone. */
  readonly modified?: string
}

/** What is in a file of an archive, and why there is no more. */
export type Content = { readonly bytes: Bytes; readonly packedBytes: number; readonly fault?: Text | undefined }

export type Archive = {
  readonly kind: ArchiveKind
  readonly entries: readonly Entry[]
  readonly isCut: boolean
  /** Takes out the entry at this place of the list, which has to be a file. Refuses what cannot be unpacked. */
  read(at: number): Promise<Content>
}

/** A size that is told; damaged archives tell any. */
export const toSize = (bytes: number): number => Math.min(bytes, MAX_BYTES)
const MAX_BYTES = 2 ** 40

/** Names are UTF-8 today; older programs in China wrote GBK. */
export function readName(bytes: Uint8Array): string {
  for (const charset of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      // Another character set.
    }
  return new TextDecoder('latin1').decode(bytes)
}
