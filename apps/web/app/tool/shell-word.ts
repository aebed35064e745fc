/** A word for a POSIX shell. */
export const toShellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
