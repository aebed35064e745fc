import type { Lang } from '@octet/core/text.ts'
import { PART_WORDS, type ImageScan } from './image-scan.ts'
import type { Given } from './read-given.ts'
import { stripMetadata, type Kept } from './strip.ts'

type Removed = { readonly kind: string; readonly name: string; readonly sizeBytes: number }
type Cleaning = { readonly scan: ImageScan; readonly kept: Kept; readonly lang: Lang }

/** Parts that are named one by one. */
const MAX_REMOVED = 100

/** The picture without metadata under its own name, and what was taken out. */
export function toCleanFile({ bytes, name }: Given, { scan, kept, lang }: Cleaning): { file: File; removed: Removed[] } {
  const { bytes: clean, removed } = stripMetadata(bytes, scan, kept)
  const stem = name.replace(/\.[^.]*$/, '') || 'image'
  return {
    file: new File([clean], `${stem}-clean.${toEnding(name) ?? scan.extension}`, { type: scan.mime }),
    removed: removed
      .slice(0, MAX_REMOVED)
      .map(({ kind, name: part, start, end }) => ({ kind: PART_WORDS[kind][lang], name: part, sizeBytes: end - start })),
  }
}

const toEnding = (name: string): string | undefined => /\.([a-z\d]{1,5})$/i.exec(name)?.[1]
