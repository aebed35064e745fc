/** The tables of pinyin-pro, and its rule for 一 and 不. */
declare module 'pinyin-pro/dist/esm/data/patterns.mjs' {
  export type Pattern = {
    readonly zh: string
    readonly pinyin: string
    readonly probability: number
    /** 10 for a surname, 1 for other words. */
    readonly priority: number
  }
  export const PatternsNormal: readonly Pattern[]
}
declare module 'pinyin-pro/dist/esm/data/dict1.mjs' {
  /** All readings of a character, between spaces. */
  const readings: { get(char: string): string | undefined }
  export default readings
}
declare module 'pinyin-pro/dist/esm/common/segmentit/index.mjs' {
  import type { Pattern } from 'pinyin-pro/dist/esm/data/patterns.mjs'
  type TrieNode = { readonly children: ReadonlyMap<string, TrieNode>; patterns: readonly Pattern[] }
  /** The tree by which words are found (Aho–Corasick); `queues` holds new nodes by their depth until they know where to go on. */
  export const acTree: { readonly root: TrieNode; queues: TrieNode[][]; buildFailPointer(): void }
}
declare module 'pinyin-pro/dist/esm/core/pinyin/handle.mjs' {
  export function processToneSandhi(char: string, before: string | undefined, after: string | undefined): string | undefined
}
