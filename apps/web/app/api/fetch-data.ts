import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'
import { CALL_TIMEOUT_MS, readEnvelope, toFilled, toOwnFailure } from './call.ts'

export type Fetched<T> = { readonly data: T | undefined; readonly code: number; readonly msg: string }

/** Asks the data service by GET, or by POST where there are fields. Never throws: without an answer, `msg` says so in words. */
export async function fetchData<T>(
  path: string,
  { lang, fields }: { readonly lang: Lang; readonly fields?: Readonly<Record<string, string>> },
): Promise<Fetched<T>> {
  const { code, msg, data } = await fetch(path, {
    cache: 'no-store',
    headers: { 'accept-language': lang, ...(fields && { 'content-type': 'application/json' }) },
    ...(fields && { method: 'POST', body: JSON.stringify(fields) }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
    .then(readEnvelope<T>)
    .then(toFilled)
    .catch((error: unknown) => toOwnFailure(error) as Envelope<T>)
  return { data: code === 200 ? data : undefined, code, msg }
}
