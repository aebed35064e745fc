import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { readonly scripts: { readonly start: string } }

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as Manifest

/** What `npm start` tells the engine; servers that are measured are told the same. */
export const ENGINE_FLAGS: readonly string[] = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))
