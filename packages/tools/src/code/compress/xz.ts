import type { Text } from '@octet/core/text.ts'
import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { countRest, refuseBomb, toCut, type Unpacked } from '../../lib/unpack/unpacked.ts'

type Library = typeof import('xz-decompress')

/** Unpacks .xz files, one stream behind the other; CRC-32 and CRC-64 are compared. What came before a fault is kept. */
export async function unpackXz(packed: Bytes): Promise<Unpacked> {
  // Node gives what CommonJS exports as the default alone, bundlers by name, too.
  const library: Library & { default?: Library } = await import('xz-decompress')
  const { XzReadableStream } = library.default ?? library
  const end = findEnd(packed)
  const reader = new XzReadableStream(toStream(packed.subarray(0, end))).getReader()
  const parts: Bytes[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { bytes: joinBytes(parts), restBytes: countRest(packed.subarray(end)) }
      size += value.length
      refuseBomb(size)
      parts.push(value.slice())
    }
  } catch (error) {
    const code = error instanceof Error && /^get_next_output failed with error code (\d+)$/.exec(error.message)?.[1]
    if (!code) throw error
    return { bytes: joinBytes(parts), fault: FAULTS[code] ?? toCut(packed.length) }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function toStream(bytes: Bytes): ReadableStream<Bytes> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** Every stream ends in `YZ` at a multiple of four bytes (The .xz File Format §2.1.2); what is behind the last one is not xz. */
function findEnd(packed: Uint8Array): number {
  for (let end = packed.length - (packed.length % 4); end >= 32; end -= 4)
    if (packed[end - 2] === 0x59 && packed[end - 1] === 0x5a) return end
  return packed.length
}

const KINDS: Text = {
  en: 'xz data with a filter or check that is not supported (such as --x86 or SHA-256)',
  zh: '使用了此处不支持的过滤器或校验方式（如 --x86、SHA-256）的 xz 数据',
}
/** The library's numbers: more memory than it takes, no xz, options, damage. */
const FAULTS: Readonly<Record<string, Text>> = {
  4: { en: 'xz data that needs a larger dictionary than is allowed', zh: '所需字典超过上限的 xz 数据' },
  5: { en: 'data that does not begin like xz', zh: '开头不是 xz 标记的数据' },
  6: KINDS,
  7: { en: 'damaged data', zh: '已损坏的数据' },
}

/** Whether the mark of .xz files stands here (§2.1.1.1). */
export function isXz([a, b, c, d, e, f]: Uint8Array): boolean {
  return a === 0xfd && b === 0x37 && c === 0x7a && d === 0x58 && e === 0x5a && f === 0
}
