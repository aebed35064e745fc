import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import { toHash } from '../account/secret.ts'

type Allowed = { readonly token?: string | undefined; readonly clients: readonly string[] }
type Caller = { readonly address: string; readonly authorization: string | undefined }

/**
 * Throws unless the caller may have whole builds: by the word in `Authorization: Bearer`, or by its address.
 *
 * @throws {AppError} `not_found` where the operator lets nobody, `login_required`
 */
export function checkMirrorRight({ token, clients }: Allowed, { address, authorization }: Caller): void {
  if (token === undefined && clients.length === 0) throw new AppError('not_found', { path: '/v1/mirror' })
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  if (token !== undefined && timingSafeEqual(toHash(sent), toHash(token))) return
  if (clients.length > 0 && toList(clients).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
  throw new AppError('login_required')
}

function toList(clients: readonly string[]): BlockList {
  const list = new BlockList()
  for (const client of clients) {
    const [address = '', length] = client.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(length ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}
