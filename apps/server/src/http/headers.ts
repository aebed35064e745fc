/** On every answer. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const

/** On answers of calls: any page may read them, never with credentials, and no cache keeps them. */
export const API_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Data-Build, X-Credits-Used, X-Credits-Limit, X-Credits-Remaining',
  'cache-control': 'no-store',
  vary: 'Accept-Language, Accept',
} as const

/** On answers about an account: only our own pages may read them. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', vary: 'Accept-Language, Accept' } as const
