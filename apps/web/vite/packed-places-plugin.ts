import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const PACKED_PLACES = /packages[\\/]tools[\\/]src[\\/]lookup[\\/]phone[\\/]packed-places\.ts$/

/** Puts the places of Chinese mobile numbers into the site: the tool reads them from a package's files, as only Node can. */
export const packedPlacesPlugin = (): Plugin => ({
  name: 'octet-packed-places',
  enforce: 'pre',
  async load(id) {
    if (!PACKED_PLACES.test(id)) return undefined
    const { default: places }: { default: unknown } = await import(pathToFileURL(id).href)
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(places))})\n`, map: null }
  },
})
