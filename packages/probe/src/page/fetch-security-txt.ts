import { isAppError } from '@octet/core/errors.ts'
import type { SecurityTxtPlace } from '@octet/core/probe/page.ts'
import type { Fetcher } from '../http/fetch.ts'
import { toProblem, type Beside } from './beside.ts'

/** Where it belongs, and where it stood before it had a standard (RFC 9116 §3). */
const PATHS = ['/.well-known/security.txt', '/security.txt']
/** More than readers need take (RFC 9116 §5.4 names 32 KB as a limit). */
const MAX_BYTES = 100_000

/**
 * Asks for a security.txt in both places. By HTTPS, unless somebody names another port without it. Throws what the fetcher throws
 * where the fault is the caller's, as `isCallers` tells.
 */
export async function fetchSecurityTxt(
  site: string,
  { isCallers, ...options }: Omit<Beside, 'withPictures'> & { readonly isCallers: (error: unknown) => boolean },
): Promise<SecurityTxtPlace[]> {
  // As it is spelled, so that the fetcher may mind that.
  const [, scheme = 'https', host = ''] = /^([a-z]+):\/\/([^/?#\\]*)/i.exec(site) ?? []
  const isPlain = scheme.toLowerCase() === 'http' && (URL.parse(site)?.port ?? '') !== ''
  const origin = `${/^https?$/i.test(scheme) && !isPlain ? 'https' : scheme}://${host}`
  return Promise.all(
    PATHS.map(async (path) => {
      const asked = origin + path
      try {
        return { asked, ...(await fetchPlace(asked, options)), problem: null }
      } catch (error) {
        if (isCallers(error) || (isAppError(error) && error.key === 'cancelled')) throw error
        return { ...NOTHING, asked, url: asked, problem: toProblem(error) }
      }
    }),
  )
}

const NOTHING = { status: null, redirects: [], type: null, text: null, isUtf8: true, isCut: false, isTrusted: false }

async function fetchPlace(asked: string, options: { fetcher: Fetcher } & Omit<Beside, 'withPictures' | 'fetcher'>) {
  const { fetcher, signal, timeoutMs, family } = options
  const headers = { accept: 'text/plain,*/*;q=0.5' }
  const fetched = await fetcher.fetch(asked, { signal, timeoutMs, family, maxBytes: MAX_BYTES, headers })
  const { url, status, body, isCut, hops } = fetched
  const isThere = status >= 200 && status < 300
  return {
    url,
    status,
    redirects: hops.slice(1).map((hop) => hop.url),
    type: fetcher.header(fetched, 'content-type') ?? null,
    text: isThere ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) : null,
    isUtf8: isCut || isUtf8(body),
    isCut,
    isTrusted: hops.every(({ tls }) => tls?.isTrusted ?? false),
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
