import { defineKind } from '@octet/core/kind.ts'
import { identifyHash } from '../crypto/hash-identify/identify.ts'

/** A column of digests. */
const SEVERAL = /^[\da-f]{32,128}(?:\s{1,3}[\da-f]{32,128})+$/i

export default defineKind({
  id: 'hash',
  title: { en: 'Hash', zh: '哈希值' },
  examples: [
    'd41d8cd98f00b204e9800998ecf8427e',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    'd41d8cd98f00b204e9800998ecf8427e\n5d41402abc4b2a76b9719d911017c592',
  ],
  counterExamples: ['hello world', '12345678', 'deadbeef-dead', 'SGVsbG8sIHdvcmxkIQ=='],
  first: 'hash-identify',
  detect(sample) {
    if (SEVERAL.test(sample)) return { score: 0.9 }
    const isBare = /^[0-9a-f]{32,128}$/i.test(sample)
    if (!isBare && !/^[$*{]|^sha\d+-|^SCRAM/.test(sample)) return undefined
    const found = identifyHash(sample)
    const name = found?.rows[0]?.name
    if (!name) return undefined
    return {
      score: found.rows[0]?.likelihood === 'certain' ? 1 : /^\d+$/.test(sample) ? 0.4 : 0.97,
      note: { en: name, zh: name },
    }
  },
})
