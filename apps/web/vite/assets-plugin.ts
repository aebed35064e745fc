import type { Plugin } from 'vite'
import { makeIconSprite, makeWorldMap, type MadeFile } from './icon-sprite.ts'

/** Makes the icon sprite and the world map, and gives their addresses as `virtual:octet/assets`. */
export function assetsPlugin(): Plugin {
  const made: Promise<readonly [MadeFile, MadeFile]> = Promise.all([makeIconSprite(), makeWorldMap()])
  return {
    name: 'octet-assets',
    resolveId: (id) => (id === 'virtual:octet/assets' ? `\0${id}` : undefined),
    async load(id) {
      if (id !== '\0virtual:octet/assets') return undefined
      const [icons, world] = await made
      return `export const iconsUrl = ${JSON.stringify(icons.url)}\nexport const worldUrl = ${JSON.stringify(world.url)}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { url, body } of await made) this.emitFile({ type: 'asset', fileName: url.slice(1), source: body })
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const file = (await made).find(({ url }) => url === request.url)
        if (!file) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(file.body)
      })
    },
  }
}
