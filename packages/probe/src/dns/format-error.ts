import type { Text } from '@octet/core/text.ts'

/** A message of a foreign server that does not follow RFC 1035. `offset` is the byte where it was seen. */
export class DnsFormatError extends Error {
  override readonly name = 'DnsFormatError'
  readonly offset: number
  /** What is wrong and where, in both languages; without a place where it is none of a message. */
  readonly reason: Text

  constructor({ en, zh }: Text, offset: number) {
    super(`${en} (byte ${offset})`)
    this.offset = offset
    this.reason = offset === 0 ? { en, zh } : { en: this.message, zh: `${zh}（第 ${offset} 字节）` }
  }
}
