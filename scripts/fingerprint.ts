import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * Names, sizes and times of files and of all sources below folders; contents need not be read. Each start waits for it: some
 * thousand small questions are asked faster in one go, and none of folders that hold no sources. Without times it is the
 * same for a copy, and for what has changed without growing or shrinking.
 */
export function toFingerprint(inputs: readonly string[], { times = true } = {}): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = resolve(ROOT, input)
    const names = statSync(path).isDirectory() ? listSources(path) : ['']
    for (const name of names.sort()) {
      const entry = statSync(join(path, name), { throwIfNoEntry: false })
      if (entry?.isFile()) hash.update(`${input}/${name} ${entry.size} ${times ? entry.mtimeMs : ''}\n`)
    }
  }
  return hash.digest('hex')
}

/**
 * Which packages a lockfile names, by their sums. What npm notes beside them, as `npm prune` does, changes nothing of what
 * is installed.
 */
export function toLockFingerprint(lock: string): string {
  const sums = [...lock.matchAll(/"integrity": "([^"]+)"/g)].map(([, sum]) => sum)
  return createHash('sha256').update(sums.sort().join('\n')).digest('hex')
}

/** The sources below a folder by their paths from there. */
function listSources(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (!isSource(name)) return []
    return entry.isDirectory() ? listSources(folder, name) : [name]
  })
}

/** Whether something is built from a file, by its path below the input. */
export const isSource = (name: string): boolean => !/^(dist|node_modules|e2e)\b|\.test\.|^app\/paraglide/.test(name)

/**
 * Whether what builds is installed. An image has what was built, with other file times and without the packages for
 * development: it is used as it is.
 */
export function canBuild(): boolean {
  try {
    createRequire(join(ROOT, 'apps/web/build.ts')).resolve('vite/package.json')
    return true
  } catch {
    return false
  }
}
