import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUserStore } from '../state/user-store.ts'
import { takeWanted } from './ask-login.ts'

/** Whoever is logged in has no use for a form that leads there: to the page that was wanted, else to the dashboard. */
export function useLeaveLoggedIn(): void {
  const router = useRouter()
  const isLoggedIn = useUserStore((state) => state.token !== '')
  useEffect(() => {
    if (isLoggedIn) void router.navigate({ to: takeWanted() || '/account/dashboard' })
  }, [isLoggedIn, router])
}
