import { readFile } from 'node:fs/promises'
import { gunzipSync, inflateRawSync } from 'node:zlib'

const MAX_UNPACKED_BYTES = 1 << 30
/** Signatures of the ZIP format (APPNOTE 4.3.12 and 4.3.16). */
const CENTRAL_ENTRY = 0x0201_4b50
const END_OF_DIRECTORY = 0x0605_4b50
const STORED = 0
const DEFLATED = 8

/**
 * The bytes of a file, unpacked where it is gzip (RFC 1952) or a ZIP archive, of which `entry` is taken.
 *
 * @throws when it is damaged or cut, lacks the entry, or unpacks to more than 1 GB
 */
export async function readPacked(path: string, entry = ''): Promise<Buffer> {
  const bytes = await readFile(path)
  if (bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b) return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0x0403_4b50) return readZipEntry(bytes, entry)
  return bytes
}

/** One entry of a ZIP archive, found by the directory at its end. */
function readZipEntry(bytes: Buffer, entry: string): Buffer {
  const end = findEnd(bytes)
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_ENTRY)
      throw new Error('expected a ZIP directory, the archive is damaged')
    const nameLength = bytes.readUInt16LE(at + 28)
    if (bytes.toString('utf8', at + 46, at + 46 + nameLength) === entry) return unpackEntry(bytes, at)
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  throw new Error(`expected the entry ${entry} in the ZIP archive, found none`)
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at--)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new Error('expected a ZIP archive, found no directory at its end: the file is cut or damaged')
}

function unpackEntry(bytes: Buffer, at: number): Buffer {
  const method = bytes.readUInt16LE(at + 10)
  const packedBytes = bytes.readUInt32LE(at + 20)
  const sizeBytes = bytes.readUInt32LE(at + 24)
  const header = bytes.readUInt32LE(at + 42)
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  const packed = bytes.subarray(start, start + packedBytes)
  if (method !== STORED && method !== DEFLATED) throw new Error(`ZIP method ${method} is not supported`)
  const unpacked = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES })
  if (unpacked.length !== sizeBytes) throw new Error(`ZIP entry: expected ${sizeBytes} bytes, got ${unpacked.length}`)
  return unpacked
}
