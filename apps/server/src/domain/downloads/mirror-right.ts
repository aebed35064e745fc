import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import { toHash } from '../account/secret.ts'
import { createAddressList } from '../address-list.ts'

type Allowed = { readonly token?: string | readonly string[] | undefined; readonly clients: readonly string[] }
type Caller = { readonly address: string; readonly authorization: string | undefined }

/**
 * Throws unless the caller may have whole builds: by a word in `Authorization: Bearer`, or by its address.
 *
 * @throws {AppError} `not_found` where the operator lets nobody, `login_required`
 */
export function checkMirrorRight({ token, clients }: Allowed, { address, authorization }: Caller): void {
  if (token === undefined && clients.length === 0) throw new AppError('not_found', { path: '/v1/mirror' })
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  if ([token ?? []].flat().some((word) => timingSafeEqual(toHash(sent), toHash(word)))) return
  if (clients.length > 0 && createAddressList(clients)(address)) return
  throw new AppError('login_required')
}
