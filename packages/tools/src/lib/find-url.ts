/** The URL that a text is, in relation to a base; undefined when it is none. Like `URL.parse`, which is younger. */
export const findUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined
