const ROOT = new URL('../../../', import.meta.url).href

/** Loads a module that was found in a folder, by its address: from the packed server, where that runs, else from the file. */
export async function importModule(url: string): Promise<unknown> {
  const { packedModules } = await import('./packed-modules.ts')
  const path = url.startsWith(ROOT) ? url.slice(ROOT.length) : ''
  return packedModules[path] ?? import(url)
}
