import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { toShellPath } from './app/offline/answer-page.ts'
import { PRODUCT_NAME } from '@octet/core/product-name.ts'
import { DIST } from './build/dist.ts'
import { compressFolder } from './build/compress.ts'
import { keepChunks } from './build/keep-chunks.ts'
import { prerender } from './build/prerender.ts'
import { step } from './build/progress.ts'
import { writeServiceWorker } from './build/service-worker.ts'
import { readBuiltAssets } from './vite/built-plugin.ts'

const CLIENT = join(DIST, 'client')
const SERVER = join(DIST, 'server')
const config = { configFile: join(import.meta.dirname, 'vite.config.ts'), configLoader: 'native', logLevel: 'warn' } as const

type Entry = typeof import('./app/entry-server.tsx')

process.env.NODE_ENV = 'production'
await step('browser bundle', () => build(config))
await step('page renderer', buildRenderer)
const entry: Entry = await import(pathToFileURL(join(SERVER, 'entry.js')).href)
const pages = await step('pages in both languages', () => prerender(entry, CLIENT))
await step('build files', () => writeBuildFiles(entry, pages))
const kept = await step('offline use', () => writeOffline(entry))
await step('compression', () => compressFolder(CLIENT))
console.log(`web: ${Object.keys(pages).length} pages ready in ${DIST}, ${kept} files for offline use`)

async function buildRenderer(): Promise<void> {
  const made = await build({ ...config, build: { ssr: 'app/entry-server.tsx' } })
  if (!('output' in made)) throw new Error('the bundler gave no list of the files it has made')
  await keepChunks(
    SERVER,
    made.output.map(({ fileName }) => fileName),
  )
}

/** What the server and open pages read of this build: its id, the rules of its routes, chunks, hashes, sitemap. */
async function writeBuildFiles(
  { policy, listRouteRules, listPublicPaths }: Entry,
  prerendered: Record<string, string>,
): Promise<void> {
  const { buildId: id, files } = await readBuiltAssets()
  const folder = join(CLIENT, '_build')
  await mkdir(join(folder, 'meta'), { recursive: true })
  const writeJson = (path: string, value: unknown) => writeFile(path, JSON.stringify(value))
  await writeJson(join(folder, 'latest.json'), { id, builtAt: new Date().toISOString() })
  await writeJson(join(folder, 'meta', `${id}.json`), {
    id,
    routes: await listRouteRules(),
    prerendered: Object.keys(prerendered),
  })
  await writeJson(join(folder, 'manifest.json'), { id, files })
  await writeJson(join(SERVER, 'csp.json'), { policy })
  await writeJson(join(SERVER, 'prerendered.json'), prerendered)
  await writeJson(join(SERVER, 'sitemap.json'), { paths: await listPublicPaths(), languages: ['en', 'zh'] })
  await rename(join(CLIENT, 'vite-manifest.json'), join(SERVER, 'vite-manifest.json'))
  await rm(join(CLIENT, '.vite'), { recursive: true, force: true })
}

/** The empty pages and the service worker that keeps them, with the files they draw from. Gives the count of these. */
async function writeOffline({ offline: { paths, toolIds, renderShell }, languages }: Entry): Promise<number> {
  for (const lang of languages) await writeFile(join(CLIENT, toShellPath(lang)), renderShell(lang, PRODUCT_NAME))
  const manifest: Manifest = JSON.parse(await readFile(join(SERVER, 'vite-manifest.json'), 'utf8'))
  const { id }: { id: string } = JSON.parse(await readFile(join(CLIENT, '_build/latest.json'), 'utf8'))
  return writeServiceWorker({ client: CLIENT, manifest, id, paths, toolIds })
}
