declare module 'unicode-name' {
  /** Name of a character given as text or code point, but not of several together; nothing where it has none. */
  export function unicodeReadableName(char: string | number): string | undefined
}
