import { AppError } from '@octet/core/errors.ts'

export type RandomBytes = (sizeBytes: number) => Uint8Array

/** A whole number of 0 … bound−1, each as likely: draws again instead of folding the rest over. */
export function drawBelow(bound: number, random: RandomBytes): number {
  const limit = Math.floor(2 ** 32 / bound) * bound
  for (;;) {
    const bytes = random(4)
    const value = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
    if (value < limit) return value % bound
  }
}

/** Kinds of characters a password may have. */
export const CLASSES = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&()*+,-./:;<=>?@[]^_{|}~',
} as const
export type CharacterClass = keyof typeof CLASSES

const AMBIGUOUS = /[0O1lI|]/g

/** A password with at least one character of every chosen kind; the bits are those of the alphabet. */
export function makePassword(options: {
  length: number
  classes: readonly CharacterClass[]
  isReadable: boolean
  random: RandomBytes
}): { text: string; bits: number } {
  const { length, classes, isReadable, random } = options
  const sets = classes.map((name) => (isReadable ? CLASSES[name].replaceAll(AMBIGUOUS, '') : CLASSES[name]))
  if (!sets.length)
    throw new AppError('bad_input', {
      field: 'lower',
      expected: { en: 'at least one kind of character', zh: '至少一类字符' },
      got: { en: 'none', zh: '无' },
    })
  const alphabet = sets.join('')
  // Whole passwords are drawn until one has every kind: this favours none of those that do.
  for (;;) {
    const text = Array.from({ length }, () => alphabet.charAt(drawBelow(alphabet.length, random))).join('')
    if (length < sets.length || sets.every((set) => Array.from(set).some((char) => text.includes(char))))
      return { text, bits: length * Math.log2(alphabet.length) }
  }
}

/** A passphrase of words from the list of BIP 39 (2,048 words, 11 bits each). */
export async function makePassphrase(options: {
  words: number
  language: 'en' | 'zh'
  separator: string
  isCapitalised: boolean
  hasNumber: boolean
  random: RandomBytes
}): Promise<{ text: string; bits: number }> {
  const { words, language, separator, isCapitalised, hasNumber, random } = options
  const { wordlist } =
    language === 'zh'
      ? await import('@scure/bip39/wordlists/simplified-chinese.js')
      : await import('@scure/bip39/wordlists/english.js')
  const chosen = Array.from({ length: words }, () => wordlist[drawBelow(wordlist.length, random)] ?? '')
  const shown = isCapitalised ? chosen.map((word) => word.charAt(0).toUpperCase() + word.slice(1)) : chosen
  const number = hasNumber ? [String(drawBelow(100, random)).padStart(2, '0')] : []
  return {
    text: [...shown, ...number].join(separator),
    bits: words * Math.log2(wordlist.length) + (hasNumber ? Math.log2(100) : 0),
  }
}
