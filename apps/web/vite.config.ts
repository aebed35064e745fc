import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { builtPlugin } from './vite/built-plugin.ts'
import { DIST } from './build/dist.ts'
import { assetsPlugin } from './vite/assets-plugin.ts'
import { devRenderPlugin } from './vite/dev-render.ts'
import { flatImportsPlugin } from './vite/flat-imports-plugin.ts'
import { noEvalPlugin } from './vite/no-eval-plugin.ts'
import { oneFilePlugin } from './vite/one-file-plugin.ts'
import { phoneNamesPlugin } from './vite/phone-names-plugin.ts'
import { emojiDataPlugin } from './vite/emoji-data-plugin.ts'
import { plainDataPlugin } from './vite/plain-data-plugin.ts'
import { textSizePlugin } from './vite/text-size.ts'
import { toolsPlugin } from './vite/tools-plugin.ts'

const api = process.env.OCTET_API ?? 'http://127.0.0.1:3001'

/** What every page needs comes in two files, one of which changes with our code only. The rest is split where it is imported lazily. */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!.*virtual)|use-sync-external-store)/ },
  {
    name: 'site',
    test: /apps[\\/]web[\\/]app[\\/]((layout|state|api|result|tool)[\\/](?!xlsx|download|take-files|.*(long-|\.css))|ui[\\/](?!code-mirror|ask-removal)|text[\\/](site|tool)\.ts|worker[\\/]run-tool\.ts|(?!suggest|rank-tools|read-text-file)[a-z-]+\.tsx?$)/,
  },
]

/** Whether what a worker begins with imports a module, itself or by others, so that it comes in any case. */
function comesAtOnce(id: string, context: Rolldown.ChunkingContext): boolean {
  const above = new Set([id])
  for (const one of above) {
    const info = context.getModuleInfo(one)
    if (info?.isEntry) return true
    for (const importer of info?.importers ?? []) above.add(importer)
  }
  return false
}

/** Characters of a small module, before it is minified. */
const HELPER_SIZE = 2048

/** Whether a module is small and needs nothing that is not: whoever takes one of them takes all, and what they need. */
function isHelper(id: string, context: Rolldown.ChunkingContext): boolean {
  const needed = new Set([id])
  for (const one of needed) {
    if (comesAtOnce(one, context)) continue
    const info = context.getModuleInfo(one)
    if (!info || (info.code?.length ?? 0) > HELPER_SIZE) return false
    for (const further of info.importedIds) needed.add(further)
  }
  return true
}

/**
 * A file more costs a worker a question to the server and a place in the queue: what it begins with comes in one, and so do
 * the small helpers that many tools have.
 */
const WORKER_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: (id, context) => (comesAtOnce(id, context) ? 'base' : null), priority: 2 },
  {
    name: (id, context) => (isHelper(id, context) ? 'helpers' : null),
    minShareCount: 8,
    priority: 1,
    includeDependenciesRecursively: false,
  },
]

/** Every page lists the files of all others, so that names beside their hashes were 1.4 KB of what each page loads. */
const toChunkName = ({ name }: Rolldown.PreRenderedChunk) =>
  CHUNKS.some((chunk) => chunk.name === name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js'
const toAssetName = ({ names: [name = ''] }: Rolldown.PreRenderedAsset) =>
  name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]'

/** These ask for Node's modules only where there is Node; in the browser the questions are never put. */
const ASK_FOR_NODE = /node_modules[\\/](jq-wasm|sm-crypto-v2)[\\/]/

/** Says what the bundler says, without what is known and right. */
const QUIET: Pick<Rolldown.RolldownOptions, 'onLog' | 'checks'> = {
  checks: { bundlerTimings: false },
  onLog(level, log, say) {
    const isForNode = log.message.includes('externalized for browser') && ASK_FOR_NODE.test(log.message)
    // What is imported late is not there to be divided, but to be run late: CHUNKS says what comes together.
    if (!isForNode && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') say(level, log)
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'public',
  // React has had the hook since 18, what the shim would bring.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  plugins: [
    react(),
    toolsPlugin(),
    noEvalPlugin(),
    plainDataPlugin(),
    emojiDataPlugin(),
    phoneNamesPlugin(),
    assetsPlugin(),
    builtPlugin(),
    devRenderPlugin(),
  ],
  css: { postcss: { plugins: [textSizePlugin()] } },
  worker: {
    format: 'es',
    plugins: () => [
      toolsPlugin(),
      noEvalPlugin(),
      plainDataPlugin(),
      emojiDataPlugin(),
      phoneNamesPlugin(),
      oneFilePlugin(),
      flatImportsPlugin(),
    ],
    rolldownOptions: { ...QUIET, output: { codeSplitting: { groups: WORKER_CHUNKS } } },
  },
  server: { proxy: Object.fromEntries(['/v1', '/openapi.json', '/flags'].map((path) => [path, api])) },
  // React is CommonJS: Node loads it while developing, the bundler when building.
  ssr: isSsrBuild ? { noExternal: true } : {},
  // For development React looks for mistakes, which takes three times as long. The server need not be told which it is.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        ssr: 'app/entry-server.tsx',
        outDir: join(DIST, 'server'),
        emptyOutDir: false, // see keepChunks
        copyPublicDir: false,
        rolldownOptions: { ...QUIET, output: { entryFileNames: 'entry.js' } },
      }
    : {
        outDir: join(DIST, 'client'),
        emptyOutDir: true,
        manifest: 'vite-manifest.json',
        target: 'es2022',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          ...QUIET,
          input: ['app/entry-client.tsx', 'app/style/seldom.css'],
          output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: toChunkName, assetFileNames: toAssetName },
        },
      },
}))
