import type { Plugin, Rolldown } from 'vite'

/**
 * Has each file that is imported late name all that it needs, itself or by others, so that a worker asks for it at once. Else
 * each file is known only once the one that imports it has come: up to six questions to the server, one after another. Pages
 * have `modulepreload` for that; workers have nothing.
 */
export const flatImportsPlugin = (): Plugin => ({
  name: 'octet-flat-imports',
  apply: 'build',
  renderChunk(code, chunk, _options, { chunks }) {
    if (!chunk.isDynamicEntry) return null
    const direct = new Set(chunk.imports)
    const rest = listNeeded(chunk, chunks).filter((name) => !direct.has(name))
    // At the end: they run before this file all the same, and in the order in which they would have.
    return {
      code: [code, ...rest.map((name) => `import${JSON.stringify(toRelative(name, chunk.fileName))}`)].join('\n'),
      map: null,
    }
  },
})

type Chunks = Readonly<Record<string, Pick<Rolldown.RenderedChunk, 'imports'>>>

/** The files that one imports, and those that they import. */
function listNeeded({ fileName, imports }: Pick<Rolldown.RenderedChunk, 'fileName' | 'imports'>, chunks: Chunks): string[] {
  const needed = new Set(imports)
  for (const name of needed) for (const further of chunks[name]?.imports ?? []) needed.add(further)
  needed.delete(fileName)
  return [...needed]
}

/** Both lie in one folder. */
function toRelative(name: string, from: string): string {
  const [folder, own] = [name, from].map((path) => path.slice(0, path.lastIndexOf('/') + 1))
  if (folder !== own) throw new Error(`expected ${name} beside ${from}`)
  return `./${name.slice(own!.length)}`
}
