/** A text whose characters the file does not say: UTF-8, else GBK where that reads as Chinese, else Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  for (const charset of ['utf-8', 'gbk'])
    try {
      const text = new TextDecoder(charset, { fatal: true }).decode(bytes)
      if (charset === 'utf-8' || /^[\0-\x7f\p{Script=Han}\u3000-\u303f\uff00-\uffef]*$/u.test(text)) return text
    } catch {
      // Not this one.
    }
  return new TextDecoder('latin1').decode(bytes)
}
