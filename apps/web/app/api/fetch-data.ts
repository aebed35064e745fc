import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'

export type Fetched<T> = { readonly data: T | undefined; readonly code: number; readonly msg: string }

/** Asks the data service by GET, or by POST where there are fields. Never throws; code 0 means that nobody answered. */
export async function fetchData<T>(
  path: string,
  { lang, fields }: { readonly lang: Lang; readonly fields?: Readonly<Record<string, string>> },
): Promise<Fetched<T>> {
  const answer = await fetch(path, {
    cache: 'no-store',
    headers: { 'accept-language': lang, ...(fields && { 'content-type': 'application/json' }) },
    ...(fields && { method: 'POST', body: JSON.stringify(fields) }),
  })
    .then((response) => response.json() as Promise<Envelope<T>>)
    .catch(() => undefined)
  if (!answer) return { data: undefined, code: 0, msg: '' }
  return { data: answer.code === 200 ? answer.data : undefined, code: answer.code, msg: answer.msg }
}
