import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { isLeaving } from './log-out.ts'

/** Whoever is logged out while the page is open goes home, and may log in there. */
export function useGuard(): void {
  const router = useRouter()
  useEffect(
    () =>
      useUserStore.subscribe(({ token }, before) => {
        if (token !== '' || before.token === '' || isLeaving()) return
        void router.navigate({ to: '/' }).then(() => showModal('login'))
      }),
    [router],
  )
}
