import type { EndpointContext } from '@octet/core/endpoint.ts'
import type { Downloader } from '../domain/downloads/download-log.ts'
import { findKey } from './find-key.ts'
import { authorise } from './get-session.ts'

type Context = Pick<EndpointContext<unknown>, 'caller' | 'services' | 'header'>

/**
 * Who asks for a database: a logged-in user by the token header, a program by its key, or nobody. Credentials that are
 * sent must be good: a key for downloads, unless any will do. Throws `session_ended`, `bad_key`, `key_refused`.
 */
export async function findDownloader(
  { caller, services, header }: Context,
  query: { key?: string | undefined; token?: string | undefined } = {},
  { takesAnyKey = false } = {},
): Promise<Downloader | undefined> {
  const { config, sessions, keyTable } = services
  const { address } = caller
  const token = header('token')
  if (token) {
    const session = await authorise({ token, cookie: header('cookie') }, { sessions, publicOrigin: config.publicOrigin })
    return { accountId: session.accountId, keyId: null, address }
  }
  const sent = findKey({ authorization: header('authorization'), 'x-api-key': header('x-api-key') }, query)
  if (!sent) return undefined
  const key = keyTable.get({ ...sent, address, origin: header('origin'), scope: takesAnyKey ? undefined : 'download' })
  return { accountId: key.accountId, keyId: key.id, address }
}
