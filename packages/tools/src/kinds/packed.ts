import { defineKind } from '@octet/core/kind.ts'

/** First bytes of gzip, Zstandard, LZ4, xz, bzip2 and, at the usual levels, zlib, as hexadecimal digits. */
const MARKS = /^(1f8b08|28b52ffd|04224d18|fd377a585a00|425a683[1-9](?:3141|1772)|78(01|5e|9c|da))/

export default defineKind({
  id: 'packed',
  title: { en: 'Compressed data', zh: '压缩数据' },
  examples: [
    'H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==',
    'eJzLSM3JyQcABiwCFQ==',
    'KLUv/SAFKQAAaGVsbG8=',
    'QlpoMTFBWSZTWRmTm2sAAAABACAAIAAhGEaC7kinChIDMnNtYA==',
    'BCJNGGRApwYAAIBoZWxsbwoAAAAA+VtrlA==',
    '1f 8b 08 00 00 00 00 00 00 03 cb 48 cd c9 c9 07 00 86 a6 10 36 05 00 00 00',
  ],
  counterExamples: ['hello', 'SGVsbG8sIHdvcmxkIQ==', 'eJonas', 'H4s', '789c', '1f8b08'],
  detect(sample) {
    const dense = sample.replaceAll(/\s|0x|\\x/g, '')
    if (dense.length < 16) return undefined
    if (/^[0-9a-f]+$/i.test(dense)) return MARKS.test(dense.toLowerCase()) ? { score: 0.98 } : undefined
    if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(dense)) return undefined
    return MARKS.test(toHead(dense)) ? { score: 0.98 } : undefined
  },
})

/** The first bytes of a Base64 text in hexadecimal. */
function toHead(dense: string): string {
  const head = atob(dense.slice(0, 8).replaceAll('-', '+').replaceAll('_', '/'))
  return Array.from(head, (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
