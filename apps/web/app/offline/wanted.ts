/** The page that could not be had, as the query names it: a path of this site that can be shown; else undefined. */
export function toWanted(word: string | undefined): string | undefined {
  if (word === undefined || !/^\/(?![/\\])/.test(word)) return undefined
  try {
    decodeURI(word)
    return word
  } catch {
    return undefined // not UTF-8
  }
}
