import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'uuid',
  title: { en: 'UUID', zh: 'UUID' },
  examples: [
    '919108f7-52d1-4320-9bac-f847db4148a8',
    '017F22E2-79B0-7CC3-98C4-DC0C0C07398F',
    'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  ],
  counterExamples: ['919108f7-52d1-4320-9bac', '919108f752d143209bacf847db4148ag'],
  detect(sample) {
    const match = /^(?:urn:uuid:|\{)?[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-([\da-f])[\da-f]{3}-[\da-f]{12}\}?$/i.exec(sample)
    if (!match) return undefined
    // RFC 9562 §4: the variant 10xx says that the version digit means something.
    const version = /[89ab]/i.test(match[2]!) ? Number.parseInt(match[1]!, 16) : 0
    return version >= 1 && version <= 8
      ? { score: 0.99, note: { en: `version ${version}`, zh: `版本 ${version}` } }
      : { score: 0.95 }
  },
})
