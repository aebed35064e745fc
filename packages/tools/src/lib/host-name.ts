import { findUrl } from './find-url.ts'

/**
 * The host in a text: that of a URL, or the text itself when it can only be a name. Undefined for anything that is
 * meant as an address, so that an odd spelling such as `0x7f.1` is refused as an address and never resolved.
 */
export function findHostName(text: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return findUrl(text)?.hostname.replaceAll(/^\[|\]$/g, '') || undefined
  const looksLikeName = /[\p{L}_]/u.test(text) && text.includes('.') && !/[\s/:]/.test(text)
  return looksLikeName && !/^0x/i.test(text) ? text : undefined
}
