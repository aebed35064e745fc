import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { canBuild } from './fingerprint.ts'
import { isPacked, type Program } from './packed-server.ts'

/**
 * Packs the server for the next start, beside the one that serves from its sources. Whether that can be done decides
 * nothing but how fast the next start is, so nothing is said of it.
 */
export async function prepareServer(program: Program): Promise<void> {
  if (isPacked(program) || process.env['OCTET_TOOLS'] || !canBuild()) return
  await packAside()
}

/** In a process of its own: the memory of who packs is not that of who serves. Ends with an error when it has failed. */
export async function packAside({ stdio = 'ignore' }: { stdio?: 'ignore' | 'inherit' } = {}): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pack-server.ts')], { stdio })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`packing the server failed (exit ${code})`)
}
