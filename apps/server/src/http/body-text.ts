import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

const NOT_UTF8: Text = {
  en: 'the bytes are not UTF-8; send UTF-8, or name their character set in Content-Type, such as charset=gbk',
  zh: '内容不是 UTF-8；请改用 UTF-8，或在 Content-Type 中注明字符集，例如 charset=gbk',
}

/**
 * The text of a body: UTF-8 unless its type names another character set. Bytes that are none are refused, not replaced: a terminal
 * of Windows sends Chinese as GBK, and nobody would see what became of it.
 *
 * @throws {AppError} `bad_body`
 */
export function toBodyText(bytes: Uint8Array, type = ''): string {
  const [, label = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  const decoder = findDecoder(label)
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw notUtf8(cause)
  }
}

/** That a body is not in the character set that it should be in. */
export const notUtf8 = (cause?: unknown): AppError => new AppError('bad_body', { reason: NOT_UTF8 }, { cause })

const utf8 = new TextDecoder('utf-8', { fatal: true })

function findDecoder(label: string): TextDecoder {
  if (/^utf-?8$/i.test(label)) return utf8
  try {
    return new TextDecoder(label, { fatal: true })
  } catch (cause) {
    const shown = label.slice(0, 40)
    const reason = { en: `unknown character set “${shown}”`, zh: `未知的字符集“${shown}”` }
    throw new AppError('bad_body', { reason }, { cause })
  }
}

/** Whether something in a text stands for bytes that could not be read: it has U+FFFD, which its source has not. */
export function hasLost(text: string, source: string): boolean {
  return text.includes('\ufffd') && !source.includes('\ufffd') && !/%EF%BF%BD/i.test(source)
}
