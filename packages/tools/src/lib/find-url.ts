/**
 * The URL that a text is, in relation to a base; undefined when it is none. Like `URL.parse`, which is younger.
 * `URL.canParse` is not asked: Node's says yes to hosts of 65,536 characters that `new URL` then refuses.
 */
export function findUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
