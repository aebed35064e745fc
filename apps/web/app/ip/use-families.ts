import { useEffect, useState } from 'react'
import { fetchData } from '../api/fetch-data.ts'
import { useLang } from '../lang.tsx'

export type Family = 4 | 6
/** `missing`: this site is not reached by that family. */
export type OwnAddress = { readonly state: 'asking' | 'missing' } | { readonly state: 'seen'; readonly ip: string }
/** Nothing of a family for which the operator has no name, or that this page may not ask. */
export type Families = Readonly<Partial<Record<Family, OwnAddress>>>

const ASK_MS = 5000

/** The visitor's address by each family, where this site has names of one family alone. */
export function useFamilies(): Families {
  const lang = useLang()
  const [families, setFamilies] = useState<Families>({})
  useEffect(() => {
    const abort = new AbortController()
    const show = (family: Family, own: OwnAddress | undefined) =>
      abort.signal.aborted || setFamilies(({ [family]: _before, ...last }) => (own ? { ...last, [family]: own } : last))
    void fetchData<{ ipv4: string | null; ipv6: string | null }>('/v1/families', { lang }).then(({ data }) => {
      for (const [family, origin] of [
        [4, data?.ipv4],
        [6, data?.ipv6],
      ] as const) {
        if (!origin || abort.signal.aborted) continue
        show(family, { state: 'asking' })
        void askBy(family, origin, abort.signal).then((own) => show(family, own))
      }
    })
    return () => abort.abort()
  }, [lang])
  return families
}

/** Undefined where the page's policy forbids it, as it came from another page, or what is seen is of the other family. */
async function askBy(family: Family, origin: string, signal: AbortSignal): Promise<OwnAddress | undefined> {
  let isBlocked = false
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => (isBlocked ||= blockedURI.startsWith(origin))
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    const answer = await fetch(`${origin}/v1/ip/me?raw=1`, {
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
    })
    const { ip } = (await answer.json()) as { ip?: string }
    return ip && ip.includes(':') === (family === 6) ? { state: 'seen', ip } : undefined
  } catch {
    await new Promise((resolve) => setTimeout(resolve)) // the violation is told in a later task
    return isBlocked ? undefined : { state: 'missing' }
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}
