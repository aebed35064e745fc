import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'jwt',
  title: { en: 'JSON Web Token', zh: 'JWT 令牌' },
  examples: [
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.1fYMTbo5VNP-2R6BJ8AbMxgvi4yKa_E5vQXL4nBRqzo',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    'Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  ],
  counterExamples: ['a.b.c', 'www.example.com', 'eyJhbGciOiJIUzI1NiJ9'],
  detect(sample) {
    const match = /^(?:(?:authorization:\s*)?bearer\s+)?(eyJ[\w-]+)\.([\w-]*)\.([\w-]*)(\.[\w-]*\.[\w-]*)?$/i.exec(sample)
    if (!match?.[1]) return undefined
    try {
      const header: unknown = JSON.parse(atob(match[1].replaceAll('-', '+').replaceAll('_', '/')))
      const name = typeof header === 'object' && header && 'alg' in header ? String(header.alg) : undefined
      return name === undefined ? undefined : { score: 1, note: { en: `JWT, ${name}`, zh: `JWT，${name}` } }
    } catch {
      return undefined
    }
  },
})
