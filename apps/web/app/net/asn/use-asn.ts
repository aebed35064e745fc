import { useEffect, useState } from 'react'
import type { Lang, Text } from '@octet/core/text.ts'
import { fetchData, type Fetched } from '../../api/fetch-data.ts'
import { useLang } from '../../lang.tsx'
import type { NetworkAnswer } from '@octet/client/client.ts'

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
  /** Name, country and day of the registration. */
  readonly handle: string | null
  readonly registered_in: string | null
  readonly allocated: string | null
  readonly role: NetworkAnswer['role']
  /** Null where nothing is known of its neighbours. */
  readonly num_upstreams: number | null
  readonly num_downstreams: number | null
  readonly num_peers: number | null
  readonly missing: Readonly<Record<string, { readonly note: Text }>>
  readonly source: { readonly id: string; readonly date: string | null } | null
  readonly described_by: { readonly id: string; readonly date: string | null } | null
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
export type Neighbour = { readonly asn: number; readonly name: string | null; readonly country_code: string | null }
type PartPage = {
  readonly total: number | null
  readonly items: readonly string[]
  readonly networks?: readonly Neighbour[]
  readonly next?: number | null
}

const PREFIXES_AT_ONCE = 60
const NEIGHBOURS_AT_ONCE = 24
/** The most one call gives. */
const MOST = 10_000

export type Listed<Item> = { readonly items: readonly Item[]; readonly next: number | null; readonly failure?: string }

/** A list that the server gives page by page, more of it on demand; `path` with a query, `pick` what is shown of a page. */
function usePages<Item>(path: string, size: number, pick: (page: PartPage) => readonly Item[]) {
  const lang = useLang()
  const [list, setList] = useState<Listed<Item>>()
  const load = async (page: number, before: readonly Item[]) => {
    const { data, msg } = await fetchData<PartPage>(`${path}&limit=${size}&page=${page}`, { lang })
    setList(data ? { items: [...before, ...pick(data)], next: data.next ?? null } : { items: before, next: page, failure: msg })
  }
  useEffect(() => {
    setList(undefined)
    void load(1, [])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` is the same for the same path
  }, [path])
  return { list, more: () => list?.next && void load(list.next, list.items) }
}

/** The announced networks of one family. */
export const usePrefixes = (asn: string, family: Family) =>
  usePages(`/v1/asn/${asn}/prefixes?family=${family}`, PREFIXES_AT_ONCE, ({ items }) => items)

/** The networks that one buys transit from, or sells it to. */
export const useNeighbours = (asn: string, part: 'upstreams' | 'downstreams') =>
  usePages(`/v1/asn/${asn}/${part}?family=both`, NEIGHBOURS_AT_ONCE, ({ networks = [] }) => networks)

/** Every announced network of both families, page after page: all of them, or why not. */
export async function fetchAllPrefixes(asn: string, lang: Lang): Promise<Asked<string[]>> {
  const all: string[] = []
  for (let page: number | null | undefined = 1; page;) {
    const { data, msg }: Asked<PartPage> = await fetchData<PartPage>(`/v1/asn/${asn}/prefixes?limit=${MOST}&page=${page}`, {
      lang,
    })
    if (!data) return { msg }
    all.push(...data.items)
    page = data.next
  }
  return { data: all, msg: '' }
}
