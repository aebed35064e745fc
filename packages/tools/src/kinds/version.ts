import { defineKind } from '@octet/core/kind.ts'

const MAX_VERSIONS = 2000
const VERSION = /^v?(?:0|[1-9]\d{0,15})(?:\.(?:0|[1-9]\d{0,15})){2}(-[\da-z-]+(?:\.[\da-z-]+)*)?(\+[\da-z-]+(?:\.[\da-z-]+)*)?$/i

export default defineKind({
  id: 'version',
  title: { en: 'Version', zh: '版本号' },
  examples: ['v1.2.3', '2.0.0-rc.1', '1.2.3+build.7', '1.10.0\n1.9.0\nv2.0.0'],
  counterExamples: ['1.2.3', '1.2.3.4', 'v1.2', '1.02.3', 'v1.2.3 is out', '10.0.0'],
  detect(sample) {
    const words = sample.trim().split(/[\s,]+/)
    if (words.length > MAX_VERSIONS || words.some((word) => word.length > 256)) return undefined
    const found = words.map((word) => VERSION.exec(word))
    if (found.some((match) => match === null)) return undefined
    // Three numbers alone may be a short address or a date.
    const isSure = words.length > 1 || found.some((match) => match?.[1] ?? match?.[2] ?? match?.[0].startsWith('v'))
    return isSure ? { score: words.length > 1 ? 0.9 : 0.95 } : undefined
  },
})
