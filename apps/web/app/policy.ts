import { createHash } from 'node:crypto'

const toHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What stands inline in every page. */
export type Inline = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/**
 * The Content-Security-Policy of a page. Scripts and styles come from the site's own files or have their hash here; a text
 * becomes the address of a script through the Trusted Types policy of `worker/own-script.ts` only, and never markup or code.
 * Tools show foreign content in sandboxed frames and as pictures. The editor sets style attributes, so those are allowed.
 */
export function toPolicy({ scripts, styles }: Inline): string {
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts.map(toHash)].join(' '),
    ["style-src 'self'", ...styles.map(toHash)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    'media-src blob:',
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' blob: data:",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types octet',
    "frame-ancestors 'self'",
  ].join('; ')
}
