import type { Text } from '@octet/core/text.ts'

/** Something in a line of a zone file that cannot be read; the line is left out, and the rest read on. */
export class ZoneFault extends Error {
  readonly words: Text

  constructor(words: Text) {
    super(words.en)
    this.words = words
  }
}

export const refuse = (en: string, zh: string): never => {
  throw new ZoneFault({ en, zh })
}
