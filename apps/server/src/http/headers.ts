/** On every answer; pages bring a policy of their own (`apps/web/app/policy.ts`), and what other sites may show says so. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const

/** Any page of any site may read the answer, never with the visitor's cookies. */
export const OPEN_HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const

/** On answers of calls: any page may read them, and no cache keeps them. */
export const API_HEADERS = {
  ...OPEN_HEADERS,
  'access-control-expose-headers':
    'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Data-Build, X-Credits-Used, X-Credits-Limit, X-Credits-Remaining',
  'cache-control': 'no-store',
  vary: 'Accept-Language, Accept',
} as const

/** On answers about an account: only our own pages may read them. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', vary: 'Accept-Language, Accept' } as const
