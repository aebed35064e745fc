/** Words of letters, with what is written inside of them: O’Neill, l'été. */
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu
/** Shorter ones would not get shorter. */
const LEAST_LETTERS = 4

/**
 * Each word as its first and its last letter with the number of those between them, as in i18n for internationalization. Words of
 * three letters and fewer stay, and so does text without spaces between its words, such as Chinese.
 */
export function toNumeronyms(text: string): string {
  return text.replaceAll(WORD, (word) => {
    if (UNSPACED.test(word)) return word
    const letters = word.match(/\p{L}\p{M}*/gu) ?? []
    if (letters.length < LEAST_LETTERS) return word
    return `${letters[0]}${letters.length - 2}${letters.at(-1)}`
  })
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
