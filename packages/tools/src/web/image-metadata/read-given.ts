import { AppError } from '@octet/core/errors.ts'
import { readBlob, toSizeText, type Bytes } from '../../lib/bytes.ts'
import { parseBase64 } from '../../lib/radix-text.ts'

export type Given = { readonly bytes: Bytes; readonly name: string }

/** Larger pictures are those of telescopes; the page holds one twice. */
const MAX_BYTES = 128 * 1024 * 1024
const DATA_URL = /^data:[^,]{0,200};base64,/i

/** The picture as a file, or written in Base64. Throws `missing_input`, `too_large`, `bad_input`. */
export async function readGiven({ file, base64 }: { file?: Blob | undefined; base64: string }): Promise<Given> {
  if (file) {
    refuseLarge(file.size)
    return { bytes: await readBlob(file), name: file instanceof File ? file.name : '' }
  }
  const text = base64.trim().replace(DATA_URL, '')
  if (!text)
    throw new AppError('missing_input', {
      field: 'file',
      act: { en: 'choose', zh: '选择' },
      label: { en: 'Picture', zh: '图片' },
    })
  refuseLarge(text.length * 0.75)
  return { bytes: parseBase64(text, 'base64'), name: '' }
}

function refuseLarge(sizeBytes: number): void {
  if (sizeBytes > MAX_BYTES)
    throw new AppError('too_large', { field: 'file', limit: toSizeText(MAX_BYTES), got: toSizeText(sizeBytes) })
}
