import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { countRest, refuseBomb, toCut, type Unpacked } from '../../lib/unpack/unpacked.ts'

const CHUNK_BYTES = 1024 * 1024
/** The library's codes for what a step ended with. */
const DONE = 1
const WANTS_INPUT = 2

/** Unpacks Brotli data (RFC 7932), which carry no check value. What came before a fault is kept. */
export async function unpackBrotli(packed: Bytes): Promise<Unpacked> {
  const { default: start, BrotliDecStream } = await import('brotli-dec-wasm/web')
  await start(readProgram())
  const stream = new BrotliDecStream()
  const parts: Uint8Array[] = []
  let at = 0
  let size = 0
  try {
    for (;;) {
      const step = stream.dec(packed.subarray(at), CHUNK_BYTES)
      const { code, buf } = step
      at += step.input_offset
      step.free()
      size += buf.length
      refuseBomb(size)
      parts.push(buf)
      if (code === DONE) return { bytes: joinBytes(parts), restBytes: countRest(packed.subarray(at)) }
      if (code === WANTS_INPUT) return { bytes: joinBytes(parts), fault: toCut(packed.length) }
    }
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('Brotli'))) throw error
    const fault = { en: `data damaged near byte ${at}`, zh: `在第 ${at} 字节附近损坏的数据` }
    return { bytes: joinBytes(parts), fault }
  } finally {
    stream.free()
  }
}

type Node = { readonly getBuiltinModule?: (name: 'node:fs') => { readFileSync(path: URL): Bytes } }

/** Browsers fetch the library's program from beside its code; Node does not fetch files. */
function readProgram(): { module_or_path: Bytes } | undefined {
  const { getBuiltinModule } = (globalThis as { process?: Node }).process ?? {}
  if (!getBuiltinModule) return undefined
  return { module_or_path: getBuiltinModule('node:fs').readFileSync(new URL(import.meta.resolve('brotli-dec-wasm/web/bg.wasm'))) }
}
