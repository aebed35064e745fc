import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Smaller files gain hardly more than the headers of a packed answer take. */
const MIN_BYTES = 300
const AT_ONCE = 8

/** Writes `.br` (RFC 7932) and `.gz` (RFC 1952) beside every text file of a folder but the pages, which the server
 * packs after it has put its public origin into them. Gives their count. */
export async function compressFolder(folder: string): Promise<number> {
  const files = await Array.fromAsync(glob(['**/*.{js,css,svg,json,webmanifest,xml,txt,wasm}', '_build/*.html'], { cwd: folder }))
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

/** By the name before the eight letters of the hash: `world-names` is for one page. */
const isForEveryPage = (path: string) => /[\\/](react|entry-client|site|icons|world)-[\w-]{8}\.(js|svg)$/.test(path)

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length <= SMALL_BYTES || isForEveryPage(path) ? BEST : QUICK,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    toBrotli(bytes, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    toGzip(bytes).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}
