import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'http-request',
  title: { en: 'HTTP request', zh: 'HTTP 请求' },
  examples: ['GET / HTTP/1.1\nHost: example.com', 'POST /a?b=1 HTTP/1.1\r\nHost: example.com\r\nContent-Length: 1\r\n\r\nx'],
  counterExamples: ['GET /v1/ip', 'HTTP/1.1 200 OK\nServer: x', 'GET out HTTP'],
  detect: (sample) => (/^[A-Z]{3,20} \S+ HTTP\/\d(?:\.\d)?\s*(?:\n|$)/.test(sample) ? { score: 0.99 } : undefined),
})
