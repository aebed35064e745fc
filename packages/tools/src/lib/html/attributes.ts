import { decodeHTML, decodeHTMLAttribute } from 'entities'

/** Attributes as written (`scanHtml`) → their values by name in lower case; the first of a name counts, references are resolved. */
export function readAttributes(written: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const attribute of written) {
    const [, name = '', value = ''] = /^([^\s=]+)(?:\s*=\s*([\s\S]*))?$/.exec(attribute) ?? []
    const isQuoted = /^(["'])[\s\S]*\1$/.test(value) && value.length > 1
    const key = name.toLowerCase()
    if (key && !values.has(key)) values.set(key, decodeHTMLAttribute(isQuoted ? value.slice(1, -1) : value))
  }
  return values
}

/** Text of a page with its references resolved. */
export const readHtmlText = (text: string): string => decodeHTML(text)
