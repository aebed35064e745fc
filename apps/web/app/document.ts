import { escapeHtml } from '@octet/core/escape-html.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Head } from './head.ts'
import { toHtmlLang } from './locale.ts'
import type { PageContext } from './page-context.ts'

/** Files of the client's build by source module, as the page needs them. */
export type BuiltAssets = {
  readonly buildId: string
  readonly entry: string
  /** Style of every page, put into it. */
  readonly style: string
  /** The addresses of its files, which chunks that are loaded later name as theirs. */
  readonly styleFiles: readonly string[]
  /** Styles of the most visited pages, put into the pages that want them, by the address of their file. */
  readonly inlined: Readonly<Record<string, string>>
  /** Style for paper and contrast themes. */
  readonly seldom: string
  readonly font: string
  /** Chunks and styles to fetch early, by source module. */
  readonly files: Readonly<Record<string, { readonly js: readonly string[]; readonly css: readonly string[] }>>
}

/** Sets the stored or preferred colour scheme before the first paint. Its hash is in the policy. */
export const THEME_SCRIPT =
  "try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(!d.theme&&(t==='dark'||t==='light'))d.theme=t}catch(e){}"

/**
 * Keeps which button was pressed last, by a click, by Enter in a held form or by the key of the palette, until the page's
 * scripts have come: see `early-input.ts`. What the browser itself does then it does: it sends a form, unless that is held.
 * What is typed for the palette is taken by a field of its own.
 */
const EARLY_SCRIPT =
  "function press(b){var i=self.early;self.pressed=b;if(i)i.remove();self.early=i=b&&b.matches('.search-field')&&document.createElement('input');if(i){i.className='hidden';document.body.append(i);i.focus()}}addEventListener('click',function(e){if(self.taken)return;var t=e.target,b=t.closest&&t.closest('button'),f=b&&b.form,h=f&&'held'in f.dataset;if(h)e.preventDefault();press(b&&(b.type!=='submit'||!f||h||f.method==='dialog')?b:null)},true);addEventListener('keydown',function(e){var f=e.target.form,b;if(self.taken===1||e.isComposing)return;if(!self.taken&&e.key==='Enter'&&!e.shiftKey&&f&&'held'in f.dataset)b=f.querySelector('button');else if(e.key==='k'&&(e.ctrlKey||e.metaKey)&&!document.documentElement.dataset.ready)b=document.querySelector('.search-field');if(b){e.preventDefault();press(b)}},true);"

/** A file that is dropped beside what takes one would be opened by the browser in place of the page, and of the work in it. */
const DROP_SCRIPT =
  "addEventListener('dragover',function(e){var d=e.dataTransfer;if(!e.defaultPrevented&&d&&d.types.includes('Files')&&e.target.type!=='file'){e.preventDefault();d.dropEffect='none'}});"

/**
 * Fetches the page's scripts once the page is painted, so that on a slow line or processor they take nothing from what is seen
 * first; at once in a tab behind others, and soon in a frame below the fold, which both paint nothing. Its element names their
 * files, the page's own first. Its hash is in the policy.
 */
export const START_SCRIPT = `${EARLY_SCRIPT}${DROP_SCRIPT}(function(f,b){function go(){if(b)return;b=1;f.forEach(function(n,i){if(i)document.head.appendChild(Object.assign(document.createElement('link'),{rel:'modulepreload',href:n}))});import(f[0]).catch(function(e){self.taken=1;throw e})}if(document.hidden)go();else{requestAnimationFrame(function(){setTimeout(go)});setTimeout(go,400)}})(document.currentScript.dataset.files.split(' '))`

/** Where it does not hold the browser loads the style last and waits for nothing. */
const SELDOM_MEDIA = 'print, (forced-colors: active)'

export type DocumentParts = {
  readonly lang: Lang
  readonly head: Head
  readonly body: string
  readonly page: PageContext
  /** Source modules of the page, most wanted first. */
  readonly modules: readonly string[]
  readonly built: BuiltAssets | null
  readonly nonce?: string | undefined
  /** Colours that the address asks for; else the visitor's own. */
  readonly theme?: 'light' | 'dark' | undefined
}

/** The whole HTML document around a rendered page. Nothing in it needs more than `policy.ts` allows. */
export function toDocument({ lang, head, body, page, modules, built, nonce, theme }: DocumentParts): string {
  const nonceWord = nonce ? ` nonce="${escapeHtml(nonce)}"` : ''
  return `<!doctype html>
<html lang="${toHtmlLang(lang)}"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(head.title)}</title>
${toMeta(head, lang)}
<script${nonceWord}>${THEME_SCRIPT}</script>
${built ? toBuiltLinks(built, modules, nonceWord) : DEV_LINKS}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-192.png">
<link rel="manifest" href="/site.webmanifest">
</head>
<body>
<div id="root">${toLightCode(body)}</div>
<link rel="stylesheet" media="${SELDOM_MEDIA}" href="${built?.seldom ?? '/app/style/seldom.css'}">
<script type="application/json" id="page-context">${toScriptJson({ ...page, brand: undefined })}</script>${built ? `\n<script data-files="${listScripts(built, modules).join(' ')}"${nonceWord}>${START_SCRIPT}</script>` : ''}
</body>
</html>
`
}

const DEV_LINKS =
  '<link rel="stylesheet" href="/app/style/index.css"><script type="module" src="/@vite/client"></script><script type="module" src="/app/entry-client.tsx"></script>'

function toBuiltLinks(
  { entry, style, styleFiles, inlined, font, files }: BuiltAssets,
  modules: readonly string[],
  nonceWord: string,
): string {
  const css = new Set([entry, ...modules].flatMap((module) => files[module]?.css ?? []))
  return [
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    `<style${nonceWord}>${style}</style>`,
    ...styleFiles.map(toStandIn),
    ...[...css].map((href) => toStyle(href, inlined[href], nonceWord)),
  ].join('\n')
}

/** The file to run, and those that it will ask for. */
function listScripts({ entry, files }: BuiltAssets, modules: readonly string[]): string[] {
  return [...new Set([entry, ...modules].flatMap((module) => files[module]?.js ?? []))]
}

function toStyle(href: string, style: string | undefined, nonceWord: string): string {
  return style === undefined ? `<link rel="stylesheet" href="${href}">` : `<style${nonceWord}>${style}</style>${toStandIn(href)}`
}

/**
 * Where a style itself stands in the page, its link is there for the bundler's loader, which else would load the file too and
 * have the whole page laid out anew. Browsers that read ahead do not see that it is disabled, but that its medium never is.
 */
const toStandIn = (href: string) => `<link rel="stylesheet" href="${href}" media="not all" disabled>`

function toMeta(head: Head, lang: Lang): string {
  return [
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    ...(head.isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    `<link rel="canonical" href="${escapeHtml(head.canonical)}">`,
    ...head.alternates.map(({ lang, href }) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`),
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escapeHtml(head.brand)}">`,
    `<meta property="og:locale" content="${lang === 'zh' ? 'zh_CN' : 'en_US'}">`,
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${escapeHtml(head.description)}">`,
    `<meta property="og:url" content="${escapeHtml(head.canonical)}">`,
    `<meta property="og:image" content="${escapeHtml(head.image)}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    `<meta property="og:image:alt" content="${escapeHtml(head.title)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0d12">',
  ].join('\n')
}

/** React writes quotes of a text as it must in an attribute, which makes a JSON answer of a page much longer. */
function toLightCode(body: string): string {
  return body.replaceAll(/<code>[^<]+<\/code>/g, (code) => code.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"))
}

/** JSON that cannot close the script element it stands in. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
