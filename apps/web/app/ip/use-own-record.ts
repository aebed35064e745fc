import { useEffect, useRef } from 'react'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { call } from '../api/call.ts'
import { useLang } from '../lang.tsx'
import { usePageContext } from '../page-context.ts'
import { useAppStore } from '../state/app-store.ts'

/** The visitor's own record: from the server when it drew the page, else asked for once, and in another language anew. */
export function useOwnRecord(): IpRecord | null {
  const { self } = usePageContext()
  const ipSelf = useAppStore((state) => state.ipSelf)
  const lang = useLang()
  const shown = useRef(lang)
  useEffect(() => {
    if (lang === shown.current && (self || useAppStore.getState().ipSelf)) return
    shown.current = lang
    void askOwnRecord()
  }, [self, lang])
  return ipSelf ?? self
}

export async function askOwnRecord(): Promise<void> {
  useAppStore.setState({ ipSelfFailure: '' })
  const { data, msg } = await call<IpRecord>('ip_self_search', {}, { isLazy: true })
  useAppStore.setState(data ? { ipSelf: data } : { ipSelfFailure: msg })
}

/** Why the own record could not be had; empty while it is asked for. */
export const useOwnFailure = (): string => useAppStore(({ ipSelfFailure }) => ipSelfFailure)
