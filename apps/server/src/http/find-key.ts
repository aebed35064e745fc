import type { IncomingHttpHeaders } from 'node:http'
import type { Fields } from './body.ts'

/** Names under which other services' clients send a key in a URL. */
export const QUERY_NAMES = ['key', 'token', 'apikey', 'apiKey', 'api-key', 'access_key', 'license_key']

/** The key a request brings, in any of the usual ways; undefined when it brings none. */
export function findKey(headers: IncomingHttpHeaders, query: Fields): { text: string; isInQuery: boolean } | undefined {
  const apiKey = headers['x-api-key']
  const inHeader = findKeyIn(headers.authorization, typeof apiKey === 'string' ? apiKey : undefined)
  if (inHeader !== undefined) return { text: inHeader, isInQuery: false }
  for (const name of QUERY_NAMES) {
    const value = query[name]
    if (typeof value === 'string' && value !== '') return { text: value, isInQuery: true }
  }
  return undefined
}

/** Bearer, ApiKey, Basic (the key as user, or account and key), X-API-Key. */
export function findKeyIn(authorization: string | undefined, apiKey: string | undefined): string | undefined {
  if (apiKey !== undefined && apiKey !== '') return apiKey.trim()
  if (authorization === undefined) return undefined
  const [, scheme = '', value = ''] = /^\s*(\w+)\s+(\S+)\s*$/.exec(authorization) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'apikey':
      return value
    case 'basic': {
      const [user = '', password = ''] = Buffer.from(value, 'base64').toString().split(':')
      return password || user
    }
    default:
      return undefined
  }
}
