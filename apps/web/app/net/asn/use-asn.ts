import { useEffect, useState } from 'react'
import type { Lang, Text } from '@octet/core/text.ts'
import { fetchData, type Fetched } from '../../api/fetch-data.ts'
import { useLang } from '../../lang.tsx'

/** The answer of GET /v1/asn/{n}. */
export type Network = {
  readonly asn: number
  readonly name: string | null
  readonly organization: string | null
  readonly domain: string | null
  readonly usage_type: string | null
  readonly country_code: string | null
  readonly countries: readonly { readonly country_code: string; readonly share: number }[]
  readonly num_ips: number
  readonly num_prefixes: number
  readonly num_prefixes6: number
  readonly missing: Readonly<Record<string, { readonly note: Text }>>
  readonly source: { readonly id: string; readonly date: string | null } | null
  readonly build: string
}

export type Asked<T> = { readonly data?: T | undefined; readonly msg: string }

/** What the data says of an AS; nothing while it is asked for. */
export function useNetwork(asn: string): { readonly asked: Fetched<Network> | undefined; readonly again: () => void } {
  const lang = useLang()
  const [times, setTimes] = useState(0)
  const [asked, setAsked] = useState<Fetched<Network> & { readonly for: string }>()
  useEffect(() => {
    let isLeft = false
    setAsked(undefined)
    void fetchData<Network>(`/v1/asn/${asn}`, { lang }).then((found) => isLeft || setAsked({ for: asn, ...found }))
    return () => void (isLeft = true)
  }, [asn, lang, times])
  return { asked: asked?.for === asn ? asked : undefined, again: () => setTimes(times + 1) }
}

export type Family = 'ipv4' | 'ipv6'
type PrefixPage = { readonly total: number | null; readonly items: readonly string[]; readonly next?: number | null }

const PAGE_SIZE = 60
/** The most one call gives. */
const MOST = 10_000

/** The announced networks of one family, more of them on demand. */
export function usePrefixes(asn: string, family: Family) {
  const lang = useLang()
  const [list, setList] = useState<{
    readonly items: readonly string[]
    readonly next: number | null
    readonly failure?: string
  }>()
  const load = async (page: number, before: readonly string[]) => {
    const { data, msg } = await fetchData<PrefixPage>(
      `/v1/asn/${asn}/prefixes?family=${family}&limit=${PAGE_SIZE}&page=${page}`,
      { lang },
    )
    setList(data ? { items: [...before, ...data.items], next: data.next ?? null } : { items: before, next: page, failure: msg })
  }
  useEffect(() => {
    setList(undefined)
    void load(1, [])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` is the same for the same network
  }, [asn, family])
  return { list, more: () => list?.next && void load(list.next, list.items) }
}

/** Every announced network of both families, page after page: all of them, or why not. */
export async function fetchAllPrefixes(asn: string, lang: Lang): Promise<Asked<string[]>> {
  const all: string[] = []
  for (let page: number | null | undefined = 1; page;) {
    const { data, msg }: Asked<PrefixPage> = await fetchData<PrefixPage>(`/v1/asn/${asn}/prefixes?limit=${MOST}&page=${page}`, {
      lang,
    })
    if (!data) return { msg }
    all.push(...data.items)
    page = data.next
  }
  return { data: all, msg: '' }
}
