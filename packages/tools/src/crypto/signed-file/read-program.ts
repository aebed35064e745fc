import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { DER, listDer, listParts, needDer, toOid } from '../../lib/der.ts'

/** A program of Windows: what its signatures are over, and the signatures. */
export type Program = { readonly content: Bytes; readonly blocks: readonly Bytes[] }

/** What Authenticode signs: not the file, but a hash of it. */
export const PROGRAM_CONTENT = '1.3.6.1.4.1.311.2.1.4'
const CHECKSUM_AT = 64
const CHECKSUM_BYTES = 4
/** The fifth of the directories, behind the fields of the optional header (PE Format, “Optional Header”). */
const DIRECTORY_AT = { 0x10b: 96 + 4 * 8, 0x20b: 112 + 4 * 8 } as const
const DIRECTORY_BYTES = 8
/** WIN_CERT_TYPE_PKCS_SIGNED_DATA */
const SIGNED_DATA = 2

/**
 * Reads a program (PE Format, “Attribute Certificate Table”): the signatures stand at its end, and they are over all but
 * themselves, their place and the checksum. Nothing where the bytes are no program. Throws a RangeError where they end too early.
 */
export function readProgram(file: Bytes): Program | undefined {
  if (file[0] !== 0x4d || file[1] !== 0x5a || file.length < 64) return undefined
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const header = view.getUint32(0x3c, true)
  if (header + 24 > file.length || view.getUint32(header) !== 0x50450000) return undefined
  const optional = header + 24
  const directoryAt = DIRECTORY_AT[view.getUint16(optional, true) as keyof typeof DIRECTORY_AT]
  if (directoryAt === undefined) return undefined
  const entry = optional + directoryAt
  // Here alone the place is one in the file.
  const [start, length] = [view.getUint32(entry, true), view.getUint32(entry + 4, true)]
  if (length === 0) return { content: file, blocks: [] }
  if (start + length > file.length) throw new RangeError(`expected ${length} bytes at ${start}, got ${file.length - start}`)
  const checksum = optional + CHECKSUM_AT
  const content = joinBytes([
    file.subarray(0, checksum),
    file.subarray(checksum + CHECKSUM_BYTES, entry),
    file.subarray(entry + DIRECTORY_BYTES, start),
    file.subarray(start + length),
  ])
  return { content, blocks: listBlocks(view, file.subarray(0, start + length), start) }
}

function listBlocks(view: DataView, file: Bytes, start: number): Bytes[] {
  const blocks: Bytes[] = []
  for (let at = start; at + 8 <= file.length;) {
    const length = view.getUint32(at, true)
    if (length <= 8) break
    if (view.getUint16(at + 6, true) === SIGNED_DATA) blocks.push(file.subarray(at + 8, at + length))
    // Each begins at a multiple of eight.
    at += Math.ceil(length / 8) * 8
  }
  return blocks
}

/** The hash that is signed: SpcIndirectDataContent holds what it is of and, second, it with its algorithm. Throws a RangeError. */
export function readProgramHash(content: Uint8Array): { oid: string; digest: Uint8Array } {
  const [, info] = listDer(content)
  const [algorithm, digest] = listParts(needDer(info, DER.sequence))
  const [oid] = listParts(needDer(algorithm, DER.sequence))
  return { oid: toOid(needDer(oid, DER.oid)), digest: needDer(digest, DER.octets).content }
}
