/** The two halves of opencc-js that a page loads one at a time. */
declare module 'opencc-js/cn2t' {
  /** Words with what they become; the longest that a text goes on with is found. */
  export class Trie {
    addWord(word: string, value: string): void
    loadDictGroup(dictionaries: string[]): void
    matchPrefix(text: string, at: number): { end: number; value: string } | null
    convert(text: string): string
  }
  export const Locale: {
    configs: Record<
      string,
      { normalizationChain?: string[][]; segmentation?: string[]; conversionChain: readonly (readonly string[])[] }
    >
  }
}
declare module 'opencc-js/t2cn' {
  export function Converter(options: { from: string; to: string }): (text: string) => string
}
