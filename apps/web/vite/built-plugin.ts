import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'
import { DIST } from '../build/dist.ts'
import type { BuiltAssets } from '../app/document.ts'

const CLIENT = join(DIST, 'client')
const ENTRY = 'app/entry-client.tsx'
const SELDOM = 'app/style/seldom.css'
/** The most visited pages wait for no style of their own: it stands in them. */
const INLINED_FOR = ['app/views/ip.tsx', 'app/routes/index.tsx']

/** Gives the page renderer the files of the client's build, which must have run before; `null` while developing. */
export function builtPlugin(): Plugin {
  let isBuild = false
  return {
    name: 'octet-built',
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    resolveId: { filter: { id: /^virtual:octet\/built$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:octet\/built$/ },
      handler: async () => `export default ${isBuild ? JSON.stringify(await readBuiltAssets()) : 'null'}`,
    },
  }
}

/** The client's build as the page renderer needs it. */
export async function readBuiltAssets(): Promise<BuiltAssets> {
  const text = await readFile(join(CLIENT, 'vite-manifest.json'), 'utf8')
  const manifest: Manifest = JSON.parse(text)
  const entryCss = toFiles(manifest, ENTRY).css
  const readStyles = async (css: readonly string[]) =>
    (await Promise.all(css.map((file) => readFile(join(CLIENT, file), 'utf8')))).join('').trim()
  const inlinedCss = INLINED_FOR.flatMap((key) => toFiles(manifest, key).css).filter((file) => !entryCss.includes(file))
  const inlined = inlinedCss.map(async (file) => [toUrl(file), await readStyles([file])] as const)
  const files = Object.keys(manifest).map((key) => {
    const { js, css } = toFiles(manifest, key)
    return [toModuleName(key), { js: js.map(toUrl), css: css.filter((file) => !entryCss.includes(file)).map(toUrl) }]
  })
  return {
    buildId: createHash('sha256').update(text).digest('hex').slice(0, 12),
    entry: ENTRY,
    style: await readStyles(entryCss),
    styleFiles: entryCss.map(toUrl),
    inlined: Object.fromEntries(await Promise.all(inlined)),
    seldom: toUrl(toFiles(manifest, SELDOM).js[0] ?? ''),
    font: toUrl(
      Object.values(manifest)
        .flatMap(({ assets = [] }) => assets)
        .find((file) => file.endsWith('.woff2')) ?? '',
    ),
    files: Object.fromEntries(files),
  }
}

const toUrl = (file: string) => `/${file}`

/** `\0virtual:octet/card/case` → `card/case`. */
const toModuleName = (key: string) => key.replace(/^.*virtual:octet\//, '')

/** A chunk's own file first, then everything it imports. */
function toFiles(manifest: Manifest, key: string, seen = new Set<string>()): { js: string[]; css: string[] } {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return { js: [], css: [] }
  seen.add(key)
  const inner = (chunk.imports ?? []).map((name) => toFiles(manifest, name, seen))
  return {
    js: [chunk.file, ...inner.flatMap(({ js }) => js)],
    css: [...(chunk.css ?? []), ...inner.flatMap(({ css }) => css)],
  }
}
