import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'curl',
  title: { en: 'curl command', zh: 'curl 命令' },
  examples: [
    'curl https://example.com',
    "curl -X POST 'https://example.com/a' \\\n  -d 'x=1'",
    '$ curl.exe ^"http://a.example/^"',
    'curl “https://example.com/a”',
  ],
  counterExamples: ['curl', 'curly hair', 'curl is a program', 'a curl https://example.com'],
  detect(sample) {
    if (!/^(?:[$>%] )?curl(?:\.exe)?\s/i.test(sample)) return undefined
    return /\shttps?:\/\/|["'“‘]https?:\/\/|\s-(?:-?[a-zA-Z])|\s["']?[\w-]+(?:\.[\w-]+)+/.test(sample)
      ? { score: 0.99 }
      : undefined
  },
})
