import type { Plugin } from 'vite'
import { makeCoasts, makeIconSprite, makeTowns, makeWorldMap, type MadeFile } from './icon-sprite.ts'

/** Makes the icon sprite, the world map, its coasts in detail and its towns, and gives their addresses as `virtual:octet/assets`. */
export function assetsPlugin(): Plugin {
  const made: Promise<readonly MadeFile[]> = Promise.all([makeIconSprite(), makeWorldMap(), makeCoasts(), makeTowns()])
  return {
    name: 'octet-assets',
    resolveId: { filter: { id: /^virtual:octet\/assets$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:octet\/assets$/ },
      async handler() {
        const names = ['iconsUrl', 'worldUrl', 'coastsUrl', 'townsUrl'] as const
        const urls = (await made).map(({ url }) => JSON.stringify(url))
        return names.map((name, at) => `export const ${name} = ${urls[at]}`).join('\n')
      },
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { url, body } of await made) this.emitFile({ type: 'asset', fileName: url.slice(1), source: body })
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const file = (await made).find(({ url }) => url === request.url)
        if (!file) return next()
        response.setHeader('content-type', file.url.endsWith('.svg') ? 'image/svg+xml' : 'application/json')
        response.end(file.body)
      })
    },
  }
}
