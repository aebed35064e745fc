import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'otpauth',
  title: { en: 'Link for an authenticator', zh: '验证器链接' },
  examples: ['otpauth://totp/Octet:ann?secret=JBSWY3DPEHPK3PXP', 'otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8%3D'],
  counterExamples: ['https://example.com/otpauth', 'otpauth:', 'otpauth://totp/a b'],
  detect: (sample) => (/^otpauth(?:-migration)?:\/\/\S+\?\S+$/i.test(sample) ? { score: 1 } : undefined),
})
