import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import type { OfflineBuild } from '../app/offline/answer-page.ts'

const PAGES = ['app/routes/index.tsx', 'app/routes/tools.tsx', 'app/routes/pipeline.tsx', 'app/routes/offline.tsx']
/** Made by the build for pages with a server: no module of the manifest names it. */
const OF_MAPS = /^assets\/(?:coasts|towns)-/
/** What a page is made of, of which only some pages work offline. */
const OF_ONE_PAGE = /app\/(?:routes|views)\/|octet\/card\//

type Parts = {
  readonly client: string
  readonly manifest: Manifest
  readonly id: string
  readonly paths: readonly string[]
  /** Tools that run in the browser. */
  readonly toolIds: readonly string[]
}

/** Writes the service worker, with the list of what it keeps, into the client's build. Gives the count of kept files. */
export async function writeServiceWorker({ client, manifest, id, paths, toolIds }: Parts): Promise<number> {
  const assets = await listAssets({ client, manifest, toolIds })
  const offline: OfflineBuild = { id, paths, assets }
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'warn',
    publicDir: false,
    define: { OFFLINE_BUILD: JSON.stringify(offline) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'app/offline/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
  return assets.length
}

/** All files of the build but those that only pages with a server load. Workers are not in the manifest: all of them stay. */
async function listAssets({ client, manifest, toolIds }: Pick<Parts, 'client' | 'manifest' | 'toolIds'>): Promise<string[]> {
  const isWanted = new Set([...PAGES, ...toolIds.flatMap((id) => [`app/views/${id}.tsx`, `octet/card/${id}`])])
  const reached = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    const page = OF_ONE_PAGE.test(key) && key.replace(/^.*virtual:/, '')
    if (!chunk || reached.has(key) || (page && !isWanted.has(page))) return
    reached.add(key)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit('app/entry-client.tsx')
  visit('app/style/seldom.css')
  const toFiles = (key: string) => {
    const { file, css = [], assets = [] } = manifest[key] ?? { file: '' }
    return [file, ...css, ...assets]
  }
  const kept = new Set([...reached].flatMap(toFiles))
  const known = new Set(Object.keys(manifest).flatMap(toFiles))
  const names = await readdir(join(client, 'assets'), { recursive: true })
  return names
    .map((name) => `assets/${name}`)
    .filter((file) => !/\.(br|gz|map)$/.test(file) && !OF_MAPS.test(file) && (kept.has(file) || !known.has(file)))
    .map((file) => `/${file}`)
    .sort()
}
