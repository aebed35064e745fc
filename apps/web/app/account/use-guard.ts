import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUserStore } from '../state/user-store.ts'
import { askLogin } from './ask-login.ts'
import { isLeaving } from './log-out.ts'

/** Whoever is logged out while the page is open goes home, may log in there, and comes back. */
export function useGuard(): void {
  const router = useRouter()
  useEffect(
    () =>
      useUserStore.subscribe(({ token }, before) => {
        if (token !== '' || before.token === '' || isLeaving()) return
        const { pathname } = router.state.location
        void router.navigate({ to: '/' }).then(() => askLogin(pathname))
      }),
    [router],
  )
}
