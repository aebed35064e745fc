import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive: its whole text, or pieces that are made while it is written. */
export type ArchiveEntry = { readonly name: string; readonly content: string | (() => Iterable<string>) }

/** Writes a ZIP archive (APPNOTE 6.3); large contents go through in pieces. */
export async function writeZip(path: string, entries: readonly ArchiveEntry[], mtime: Date): Promise<void> {
  const zip = new ZipFile()
  const options = { mtime, mode: 0o100644 }
  const output = zip.outputStream as unknown as Readable
  const toStream = (content: () => Iterable<string>) =>
    Readable.from(toBuffers(content()), { objectMode: false }).once('error', (error) => output.destroy(error))
  for (const { name, content } of entries)
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name, options)
    else zip.addReadStreamLazy(name, { ...options, forceZip64Format: true }, (give) => give(null, toStream(content)))
  zip.on('error', (error) => output.destroy(error as Error))
  zip.end()
  await pipeline(output, createWriteStream(path))
}

function* toBuffers(pieces: Iterable<string>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}
