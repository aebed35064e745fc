import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { loadTools } from '@octet/tools/registry.ts'
import { readCoasts } from './coasts.ts'
import { TOOL_FOLDERS } from './tool-folders.ts'
import { readTowns } from './towns.ts'
import { readLandPath } from './world-map.ts'

type IconNode = readonly (readonly [string, Readonly<Record<string, string>>])[]

const APP = join(import.meta.dirname, '../app')
const ICONS = join(dirname(createRequire(import.meta.url).resolve('@tabler/icons-react/package.json')), 'dist/esm/icons')

/** A file of the site that is made while building. `url` carries the hash of its content. */
export type MadeFile = { readonly url: string; readonly body: string }

/**
 * One SVG file with every icon the pages use (`<Icon name="Copy" />`), found by reading the sources, and that of each tool
 * by the tool's id. A sprite costs no script and one cached request.
 */
export async function makeIconSprite(): Promise<MadeFile> {
  const used = [...new Set(await findUsedIcons())].filter(isIcon).sort()
  const tools = await loadTools(TOOL_FOLDERS)
  const symbols = await Promise.all([
    ...used.map((name) => readSymbol(name, name)),
    ...tools.map(({ id, icon = 'Tool' }) => readSymbol(icon, id)),
  ])
  return toMadeFile('icons', `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`)
}

/** The land of the world as one SVG symbol `land`, plate carrée, 360 × 180 units. */
export async function makeWorldMap(): Promise<MadeFile> {
  const land = `<symbol id="land" viewBox="0 0 360 180"><path d="${await readLandPath()}"/></symbol>`
  return toMadeFile('world', `<svg xmlns="http://www.w3.org/2000/svg">${land}</svg>`)
}

/** What large maps draw in place of that land, once the page is at rest. */
export const makeCoasts = async (): Promise<MadeFile> => toMadeFile('coasts', JSON.stringify(await readCoasts()), 'json')

/** The names on those maps. */
export const makeTowns = async (): Promise<MadeFile> => toMadeFile('towns', JSON.stringify(await readTowns()), 'json')

function toMadeFile(name: string, body: string, ending = 'svg'): MadeFile {
  return { url: `/assets/${name}-${createHash('sha256').update(body).digest('hex').slice(0, 8)}.${ending}`, body }
}

async function findUsedIcons(): Promise<string[]> {
  const names: string[] = []
  for await (const file of glob('**/*.{ts,tsx}', { cwd: APP }))
    for (const [, name = ''] of (await readFile(join(APP, file), 'utf8')).matchAll(/['"]([A-Z]\w*)['"]/g)) names.push(name)
  return names
}

const isIcon = (name: string) => existsSync(join(ICONS, `Icon${name}.mjs`))

/** An icon that a tool names but Tabler does not have becomes the plain tool. */
async function readSymbol(name: string, id: string): Promise<string> {
  const { __iconNode: node }: { __iconNode: IconNode } = await import(join(ICONS, `Icon${isIcon(name) ? name : 'Tool'}.mjs`))
  const shapes = node.map(
    ([tag, { key: _key, ...attributes }]) =>
      `<${tag}${Object.entries(attributes)
        .map(([k, v]) => ` ${k}="${v}"`)
        .join('')}/>`,
  )
  return `<symbol id="${id}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}
