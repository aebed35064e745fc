import type { Bytes } from '../../lib/bytes.ts'
import type { Archive } from './archive.ts'
import { listTar } from './tar.ts'
import { listZip } from './zip.ts'

/** What an archive holds; nothing for other bytes. Nothing is unpacked before it is asked for. */
export function findArchive(bytes: Bytes): Archive | undefined {
  return listZip(bytes) ?? listTar(bytes)
}
