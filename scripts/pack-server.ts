import { globSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { clearLeftovers, dropOldPacks, NEW } from './hold-pack.ts'
import { lockWhenFree } from './lock-when-free.ts'
import { findPacked, PACKED, toPackedFolder } from './packed-server.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRIES = { start: 'scripts/start-server.ts', thread: 'apps/server/src/thread.ts' }
/** What every serving thread reads at once. */
const SERVING = ['apps/server/src/thread.ts', 'apps/server/src/listen.ts', 'packages/core/src/packed-modules.ts']
/** Found by looking into folders, so no `import` names them. */
const FOUND = [
  'apps/server/src/api/*/*.ts',
  'packages/tools/src/*/*/tool.ts',
  'packages/tools/src/kinds/*.ts',
  'packages/data/src/sources/*/source.ts',
]
/** Packages of many small files, and those of which a workspace has a version of its own. All others stay where they are. */
const INSIDE =
  /^(?:@octet\/|(?:zod|kysely|yaml|prom-client|@opentelemetry\/api|pako)(?:\/|$)|libphonenumber-js|altcha-lib|@noble\/)/
/** So many stay in any case: sources may be as they were before. */
const KEPT = 2
const LOW_PRIORITY = 10

/**
 * Packs the server (decision 96): the two thousand modules of which it consists become two large files and some that are
 * read when a tool first needs them. Nothing changes in what they do: each still knows the folder of its source.
 */
async function packServer(): Promise<void> {
  await mkdir(PACKED, { recursive: true })
  await using _lock = await lockWhenFree(PACKED)
  await clearLeftovers(PACKED)
  const folder = toPackedFolder()
  if (findPacked().includes(folder)) return
  const fresh = join(PACKED, `${NEW}${process.pid}`)
  try {
    await pack(fresh)
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  await dropOldPacks(findPacked().slice(KEPT))
}

async function pack(folder: string): Promise<void> {
  const groups = new Map<string, string>()
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, file)]))
  await using bundle = await rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    plugins: [listModules, keepPlaces, groupModules(groups)],
    external: (id) => !/^[./\0]/.test(id) && !INSIDE.test(id),
    onLog: (level, log, handle) => {
      // Said once more where it is meant: a module that serving threads have anyway.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log)
    },
  })
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    banner: PLACES,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'server', name: (id) => (Object.values(input).includes(id) ? null : (groups.get(id) ?? null)) }],
    },
  })
}

/** Before each file: where the program lies. */
const PLACES = `import { join as $join } from 'node:path'
import { pathToFileURL as $toUrl } from 'node:url'
const $root = $join(import.meta.dirname, '${relative(join(PACKED, 'any'), ROOT).split(sep).join('/')}')`

/** A module goes on reading and starting what lies beside its source. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(ROOT + sep) || id.includes('node_modules') || !code.includes('import.meta.')) return null
    const path = relative(ROOT, id).split(sep).join('/')
    return code
      .replaceAll('import.meta.dirname', `$join($root, ${JSON.stringify(dirname(path))})`)
      .replaceAll('import.meta.url', `$toUrl($join($root, ${JSON.stringify(path)})).href`)
  },
}

/** The list that is empty in the sources. */
const LIST = join(ROOT, 'packages/core/src/packed-modules.ts')
const listModules: Plugin = {
  name: 'list-modules',
  load(id) {
    if (id !== LIST) return null
    const paths = globSync(FOUND, { cwd: ROOT, exclude: ['**/*.test.ts'] }).map((path) => path.split(sep).join('/'))
    const imports = paths.map((path, index) => `import * as m${index} from ${JSON.stringify(join(ROOT, path))}`)
    const entries = paths.map((path, index) => `${JSON.stringify(path)}: m${index}`)
    return `${imports.join('\n')}\nexport const packedModules = { ${entries.join(', ')} }`
  },
}

/** What is read in any case is one file: one for the first thread, one more for those that serve. */
function groupModules(groups: Map<string, string>): Plugin {
  return {
    name: 'group-modules',
    buildEnd() {
      const take = (start: string, name: string) => {
        const waiting = [join(ROOT, start)]
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (groups.has(id)) continue
          const found = this.getModuleInfo(id)
          if (!found) continue
          groups.set(id, name)
          waiting.push(...found.importedIds)
        }
      }
      take(ENTRIES.start, 'base')
      for (const start of SERVING) take(start, 'serving')
    },
  }
}

if (import.meta.main) {
  setPriority(LOW_PRIORITY)
  await packServer()
}
