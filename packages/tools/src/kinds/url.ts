import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'url',
  title: { en: 'URL', zh: '网址' },
  examples: [
    'https://example.com/path?q=1#top',
    'http://[2001:db8::1]:8080/',
    'https://例子.测试/路径?词=值',
    'ftp://user@example.com/file.txt',
  ],
  counterExamples: ['example.com', 'http://', 'see https://example.com for more', 'otpauth://totp/a?secret=JBSWY3DP', 'mailto'],
  detect(sample) {
    if (!/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(sample) || /^otpauth/i.test(sample)) return undefined
    const url = URL.canParse(sample) ? new URL(sample) : undefined
    const place = url?.hostname || url?.protocol
    return place ? { score: 1, note: { en: place, zh: place } } : undefined
  },
})
