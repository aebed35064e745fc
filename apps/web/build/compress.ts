import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const toBrotli = promisify(brotliCompress)

/** Smaller files gain hardly more than the headers of a packed answer take. */
const MIN_BYTES = 300
const AT_ONCE = 8

/**
 * Writes `.br` (RFC 7932) beside every text file of a folder; gives their count. That of a page is never sent, since the server
 * puts its public origin into pages and packs them again: it is how the server keeps them.
 */
export async function compressFolder(folder: string): Promise<number> {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,json,webmanifest,xml,txt,wasm,html}', { cwd: folder }))
  const rest = files.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of rest) await compressFile(join(folder, file))
    }),
  )
  return files.length
}

/** The highest quality takes many times as long: it is for what every page loads, and for small files, where it costs nothing. */
const BEST = 11
/** To pack all large files takes 2.3 s of a processor, and 16 s with 9, which saves a two-hundredth of their bytes. */
const QUICK = 8
const SMALL_BYTES = 64 * 1024
/** Of pages, which are kept so and not sent. */
const KEPT = 5

/** By the name before the eight letters of the hash: `world-names` is for one page. */
const isForEveryPage = (path: string) => /[\\/](react|entry-client|site|icons|world)-[\w-]{8}\.(js|svg)$/.test(path)
const isPage = (path: string) => path.endsWith('.html') && !/[\\/]_build[\\/]/.test(path)

function toQuality(path: string, bytes: number): number {
  if (isPage(path)) return KEPT
  return bytes <= SMALL_BYTES || isForEveryPage(path) ? BEST : QUICK
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: toQuality(path, bytes.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }))
}
