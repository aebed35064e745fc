import type { Text } from '@octet/core/text.ts'

/** The lists of BIP 39, by id. */
export const LIST_WORDS = {
  english: { en: 'English', zh: '英文' },
  'simplified-chinese': { en: 'Simplified Chinese', zh: '简体中文' },
  'traditional-chinese': { en: 'Traditional Chinese', zh: '繁体中文' },
  japanese: { en: 'Japanese', zh: '日文' },
  korean: { en: 'Korean', zh: '韩文' },
  french: { en: 'French', zh: '法文' },
  spanish: { en: 'Spanish', zh: '西班牙文' },
  italian: { en: 'Italian', zh: '意大利文' },
  portuguese: { en: 'Portuguese', zh: '葡萄牙文' },
  czech: { en: 'Czech', zh: '捷克文' },
} as const satisfies Record<string, Text>
export type ListId = keyof typeof LIST_WORDS
export const LIST_IDS = Object.keys(LIST_WORDS) as [ListId, ...ListId[]]

/** Each list is loaded when it is used: about 15 kB. */
const LOADERS: Readonly<Record<ListId, () => Promise<{ readonly wordlist: string[] }>>> = {
  english: () => import('@scure/bip39/wordlists/english.js'),
  'simplified-chinese': () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  'traditional-chinese': () => import('@scure/bip39/wordlists/traditional-chinese.js'),
  japanese: () => import('@scure/bip39/wordlists/japanese.js'),
  korean: () => import('@scure/bip39/wordlists/korean.js'),
  french: () => import('@scure/bip39/wordlists/french.js'),
  spanish: () => import('@scure/bip39/wordlists/spanish.js'),
  italian: () => import('@scure/bip39/wordlists/italian.js'),
  portuguese: () => import('@scure/bip39/wordlists/portuguese.js'),
  czech: () => import('@scure/bip39/wordlists/czech.js'),
}

export const loadList = async (id: ListId): Promise<string[]> => (await LOADERS[id]()).wordlist

/** Words of a phrase as the lists have them: NFKD, small letters; Chinese needs no blanks between its characters. */
export function splitPhrase(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s,;、，；\d.]+/g, ' ')
    .trim()
  const words = plain === '' ? [] : plain.split(' ')
  return words.every((word) => /^\p{Script=Han}+$/u.test(word)) ? words.flatMap((word) => [...word]) : words
}

/** The list that knows most of the words; the first of those that know as many. */
export async function findList(words: readonly string[]): Promise<ListId> {
  let best: { readonly id: ListId; readonly known: number } | undefined
  for (const id of LIST_IDS) {
    const list = new Set(await loadNormal(id))
    const known = words.filter((word) => list.has(word)).length
    if (known === words.length) return id
    if (!best || known > best.known) best = { id, known }
  }
  return best?.id ?? 'english'
}

/** A list in NFKD, in which phrases are compared. */
export const loadNormal = async (id: ListId): Promise<string[]> => (await loadList(id)).map((word) => word.normalize('NFKD'))
