/** Where what was shared lies until the first page looks for it (`home/use-arrivals.ts`): on this device only. */
const CACHE = 'octet-shared'
const KEY = '/shared'
const NAME_HEADER = 'x-name'

/**
 * Keeps what another program shares (W3C Web Share Target §3): a file; else a link; else a text. Many put the link into the
 * text.
 */
export async function keepShared(form: FormData): Promise<void> {
  const file = form.get('file')
  const words = ['url', 'text', 'title']
    .map((name) => form.get(name))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  const answer =
    file instanceof File && file.size > 0
      ? new Response(file, { headers: { [NAME_HEADER]: encodeURIComponent(file.name), 'content-type': file.type } })
      : new Response(words ?? '')
  await (await caches.open(CACHE)).put(KEY, answer)
}

/** Takes what was shared, once; nothing where it was taken before. */
export async function takeShared(): Promise<File | string | undefined> {
  const cache = await caches.open(CACHE)
  const answer = await cache.match(KEY)
  if (!answer) return undefined
  await caches.delete(CACHE)
  const name = answer.headers.get(NAME_HEADER)
  if (name === null) return (await answer.text()) || undefined
  return new File([await answer.blob()], decodeURIComponent(name), { type: answer.headers.get('content-type') ?? '' })
}
