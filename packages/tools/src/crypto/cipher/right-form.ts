import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { BYTE_FORMATS, parseBytes, type ByteFormat } from '../../lib/byte-text.ts'

/** Forms that are taken for one another; Base64 last, since hex digits are letters of it too. */
const FORMS = ['hex', 'text', 'base64'] as const satisfies ByteFormat[]

/** In which form a key or IV has a size that fits: 64 hex digits are 32 bytes, 16 letters are 16. */
export function findRightForm(text: string, format: ByteFormat, sizes: readonly number[]): Text | undefined {
  for (const form of FORMS) {
    const size = form === format ? undefined : findSize(text, form)
    if (size === undefined || !sizes.includes(size)) continue
    const { en, zh } = BYTE_FORMATS[form]
    return { en: `read as “${en}” it has ${size}: choose that format`, zh: `若按“${zh}”读取正好 ${size} 字节，请改选该格式` }
  }
  return undefined
}

function findSize(text: string, form: ByteFormat): number | undefined {
  try {
    return parseBytes(text, form, '').length
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
