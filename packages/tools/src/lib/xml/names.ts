/** NameStartChar and NameChar of XML 1.0 (5th edition, productions 4 and 4a). */
const FIRST =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const START = `:${FIRST}`
/** A name without a colon (Namespaces in XML, production 4), as the source of a pattern with the flag `u`. */
export const NC_NAME = `[${FIRST}][${FIRST}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`
const WHOLE = new RegExp(`^[${START}][${START}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*$`, 'u')
const NAME = new RegExp(`[${START}][${START}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`, 'uy')

/** Whether a text may name an element or attribute. */
export function isXmlName(text: string): boolean {
  return WHOLE.test(text)
}

/** The offset after a name; the same offset if there is none. */
export function scanXmlName(text: string, offset: number): number {
  NAME.lastIndex = offset
  return NAME.test(text) ? NAME.lastIndex : offset
}
