/** The pattern of `like` for texts that hold some words as they stand. */
export function toLike(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
