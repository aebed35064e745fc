import { fillText, type Lang } from '@octet/core/text.ts'
import { toast } from './state/toast-store.ts'

/**
 * The text of a file, whatever it was saved in: as its byte order mark says, else UTF-8, else GB18030, which Chinese Windows
 * saves in, else Windows-1252. Says so when it was not UTF-8, and when it is no text at all.
 */
export async function readTextFile(file: Blob, lang: Lang): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  for (const charset of [findMarked(bytes), 'UTF-8', 'GB18030']) {
    const text = charset && findText(bytes, charset)
    if (text === undefined || charset === undefined) continue
    if (charset !== 'UTF-8') tell(charset, bytes, lang)
    return text
  }
  tell('Windows-1252', bytes, lang)
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Where a zero stands in what is no UTF-16, no text is to be had. The start of a file tells. */
export async function isBinary(file: Blob): Promise<boolean> {
  return hasZeros(new Uint8Array(await file.slice(0, 1 << 16).arrayBuffer()))
}

const hasZeros = (bytes: Uint8Array): boolean => !findMarked(bytes) && bytes.subarray(0, 1 << 16).includes(0)

/** RFC 2781 §3.2; the mark of UTF-8 needs no look. */
export function findMarked([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  return first === 0xfe && second === 0xff ? 'UTF-16BE' : undefined
}

function findText(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined // not in this encoding
  }
}

/** Said of few files, and so not with the words that every page brings. */
const READ_AS = { en: 'Read as {charset}, since it is not UTF-8', zh: '文件不是 UTF-8，已按 {charset} 读取' }
const NO_TEXT = { en: 'This file is no text; its bytes were read as {charset}', zh: '这不是文本文件，其字节已按 {charset} 读取' }

function tell(charset: string, bytes: Uint8Array, lang: Lang): void {
  if (hasZeros(bytes)) toast.warning(fillText(NO_TEXT[lang], { charset }))
  else toast.msg(fillText(READ_AS[lang], { charset }), true)
}
