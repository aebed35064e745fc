import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST } from '../build/dist.ts'

/** Where the site has a module that it loads late, such as `app/ui/code-mirror.ts`, by the end of its path. */
export function findChunk(module: string): string {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(join(DIST, 'server/vite-manifest.json'), 'utf8'))
  const found = Object.entries(manifest).find(([path]) => path.endsWith(module))
  if (!found) throw new Error(`expected ${module} to be a file of its own in the build`)
  return `**/${found[1].file}`
}
