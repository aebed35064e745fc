import { existsSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files opened at once: fewer than a process may have open anywhere. */
const AT_ONCE = 32

/** Where something lies in the memory of the site. */
export type Part = { readonly from: number; readonly bytes: number }
/** A file as the build has left it: plain, or packed with Brotli. */
export type SiteEntry = { readonly url: string } & ({ readonly body: Part } | { readonly br: Part })

/** The files of the built site, read once; threads share the bytes. */
export type SiteMemory = { readonly bytes: SharedArrayBuffer; readonly entries: readonly SiteEntry[] }

/** Reads what `apps/web/build.ts` has made; undefined when it has not been built. */
export async function readSite(webFolder: string): Promise<SiteMemory | undefined> {
  const folder = join(webFolder, 'client')
  if (!existsSync(folder)) return undefined
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const sizes = new Map<string, number>()
  await eachFew(paths, async (path) => void sizes.set(path, (await stat(path)).size))
  const layout = new Layout(sizes)
  const entries = paths
    .filter((path) => !/\.(br|map)$/.test(path))
    .map((path): SiteEntry => {
      const url = path.slice(folder.length).replaceAll('\\', '/')
      return sizes.has(`${path}.br`) ? { url, br: layout.add(`${path}.br`) } : { url, body: layout.add(path) }
    })
  return { bytes: await layout.read(), entries }
}

/** Files one behind the other in one memory. */
class Layout {
  readonly #sizes: ReadonlyMap<string, number>
  readonly #parts = new Map<string, Part>()
  #end = 0

  constructor(sizes: ReadonlyMap<string, number>) {
    this.#sizes = sizes
  }

  add(path: string): Part {
    const part = { from: this.#end, bytes: this.#sizes.get(path) ?? 0 }
    this.#parts.set(path, part)
    this.#end += part.bytes
    return part
  }

  async read(): Promise<SharedArrayBuffer> {
    const memory = new SharedArrayBuffer(this.#end)
    await eachFew([...this.#parts], ([path, { from, bytes }]) => readInto(path, Buffer.from(memory, from, bytes)))
    return memory
  }
}

async function readInto(path: string, room: Buffer): Promise<void> {
  await using file = await open(path)
  for (let at = 0; at < room.length;) {
    const { bytesRead } = await file.read(room, at)
    if (bytesRead === 0) throw new Error(`${path} became shorter while it was read: expected ${room.length} bytes, found ${at}`)
    at += bytesRead
  }
}

async function eachFew<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await Promise.all(items.slice(from, from + AT_ONCE).map(work))
}
