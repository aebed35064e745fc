import { createHash } from 'node:crypto'
import { escapeHtml } from '@octet/core/escape-html.ts'
import { PRODUCT_NAME } from '@octet/core/product-name.ts'
import { fillText, LANGS, type Lang } from '@octet/core/text.ts'
import { MadeFile } from './made-file.ts'
import type { StaticFile } from './static-file.ts'

/** What the operator calls the product, in a page that was rendered with `{brand}` in its place. */
export function putBrandIntoPage(html: string, brand: string): string {
  const name = escapeHtml(brand)
  return TAKES_BLANKS.test(brand) ? fillText(html, { brand: name }) : html.replaceAll('{brand}', () => name)
}

/** Such a name stands without blanks among Chinese words; any other is put in by the quicker way. */
const TAKES_BLANKS = /^\p{Script=Han}|\p{Script=Han}$/u

/** Puts what the operator calls the product into the files of the build, other than pages, that name it. */
export function putBrand(
  files: Map<string, StaticFile>,
  { brand, renderShell }: { readonly brand: string; renderShell(lang: Lang, brand: string): string },
): void {
  const rewrite = (path: string, write: (text: string) => string) => {
    const file = files.get(path)
    if (file) files.set(path, new MadeFile(file.type, () => write(file.body.toString('utf8'))))
  }
  rewrite('/site.webmanifest', (text) => toBrandedManifest(text, brand))
  rewrite('/embed.js', (text) => text.replaceAll(PRODUCT_NAME, () => escapeScript(brand)))
  // Browsers that keep the empty pages fetch them anew when the worker has changed.
  rewrite('/service-worker.js', (text) => `${text}// ${createHash('sha256').update(brand).digest('base64url')}\n`)
  for (const lang of LANGS) rewrite(`/_build/shell-${lang}.html`, () => renderShell(lang, brand))
}

function toBrandedManifest(text: string, brand: string): string {
  const { name, short_name, ...rest } = JSON.parse(text) as Record<'name' | 'short_name', string>
  const [branded, short] = [name, short_name].map((each) => each.replace(PRODUCT_NAME, () => brand))
  return JSON.stringify({ name: branded, short_name: short, ...rest })
}

/** For any kind of string in a script, and its comments: no sign of it can end them. */
function escapeScript(text: string): string {
  return text.replaceAll(/["'`\\$*/<]/g, (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
