declare module 'unicode-name' {
  /** Name of a character given as text or code point; nothing where it has none. */
  export function unicodeName(char: string | number): string | undefined
}
