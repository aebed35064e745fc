import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A file of an archive: text, or a file on the disk. */
export type TarEntry = { readonly name: string; readonly content: string | { readonly path: string } }

const BLOCK_BYTES = 512

/** Writes a tar archive (POSIX.1-1988 ustar) through gzip. */
export async function writeTarGz(path: string, entries: readonly TarEntry[], mtime: Date): Promise<void> {
  await pipeline(Readable.from(toTar(entries, mtime), { objectMode: false }), createGzip(), createWriteStream(path))
}

async function* toTar(entries: readonly TarEntry[], mtime: Date): AsyncGenerator<Buffer> {
  for (const { name, content } of entries) {
    const text = typeof content === 'string' ? Buffer.from(content) : undefined
    const sizeBytes = text?.length ?? (await stat((content as { path: string }).path)).size
    yield toHeader(name, sizeBytes, mtime)
    if (text) yield text
    else
      for await (const chunk of createReadStream((content as { path: string }).path, { highWaterMark: 1 << 20 }))
        yield chunk as Buffer
    yield Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES)
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}

/** Fields of a header by offset; numbers are octal, the checksum is counted with itself as spaces. */
function toHeader(name: string, sizeBytes: number, mtime: Date): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  if (Buffer.byteLength(name) > 100) throw new RangeError(`expected a name of at most 100 bytes, got “${name}”`)
  const octal = (value: number, digits: number) => `${Math.floor(value).toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(sizeBytes, 11), 124)
  header.write(octal(mtime.getTime() / 1000, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
