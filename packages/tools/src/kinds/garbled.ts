import { defineKind } from '@octet/core/kind.ts'

/** Bytes that Windows-1252 leaves free. */
const FREE = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Signs that it has where Latin-1 has control characters, by their byte. */
const TAKEN = Array.from({ length: 32 }, (_, at) => 0x80 + at).filter((byte) => !FREE.has(byte))
const BYTES = new Map([...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'].map((sign, at) => [sign, TAKEN[at]!]))

export default defineKind({
  id: 'garbled',
  title: { en: 'Garbled text', zh: '乱码' },
  examples: ['ä½\u00a0å¥½ï¼Œä¸–ç•Œ', 'cafÃ© crÃ¨me', 'Itâ€™s late'],
  counterExamples: ['café crème', 'Größe', '你好', 'plain', '5 €'],
  detect(sample) {
    if (!/[\u0080-\u00ff]/.test(sample)) return undefined
    const bytes: number[] = []
    for (const sign of sample) {
      const byte = BYTES.get(sign) ?? sign.codePointAt(0)!
      if (byte > 0xff) return undefined
      bytes.push(byte)
    }
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
      return { score: 0.9, note: { en: text.slice(0, 40), zh: text.slice(0, 40) } }
    } catch {
      return undefined
    }
  },
})
