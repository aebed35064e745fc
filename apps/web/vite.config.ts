import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { builtPlugin } from './vite/built-plugin.ts'
import { assetsPlugin } from './vite/assets-plugin.ts'
import { devRenderPlugin } from './vite/dev-render.ts'
import { toolsPlugin } from './vite/tools-plugin.ts'

const api = process.env.OCTET_API ?? 'http://127.0.0.1:3001'

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'public',
  plugins: [react(), toolsPlugin(), assetsPlugin(), builtPlugin(), devRenderPlugin()],
  worker: { format: 'es', plugins: () => [toolsPlugin()] },
  server: { proxy: Object.fromEntries(['/v1', '/openapi.json', '/flags'].map((path) => [path, api])) },
  // React is CommonJS: Node loads it while developing, the bundler when building.
  ssr: isSsrBuild ? { noExternal: true } : {},
  build: isSsrBuild
    ? {
        ssr: 'app/entry-server.tsx',
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: 'entry.js' } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: 'vite-manifest.json',
        target: 'es2022',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'app/entry-client.tsx' },
      },
}))
