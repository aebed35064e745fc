import { redirect } from '@tanstack/react-router'

/** What a middleware may look at. */
export type Visit = {
  readonly path: string
  readonly isLoggedIn: boolean
  /** The page is only being loaded ahead, since the pointer is over a link to it. */
  readonly isAhead?: boolean
}

/** Named checks that a page may ask for (SPEC §6). */
const MIDDLEWARE = {
  /** Sends visitors who are not logged in to the home page, where the login opens. */
  auth: ({ isLoggedIn, path, isAhead }: Visit) => {
    if (isLoggedIn) return
    if (typeof document !== 'undefined' && !isAhead) void import('./account/ask-login.ts').then(({ askLogin }) => askLogin(path))
    throw redirect({ to: '/' })
  },
} as const

export type MiddlewareName = keyof typeof MIDDLEWARE

/** Runs named checks in order. A name that is not in the registry is an error, not a pass. */
export function runMiddleware(names: readonly string[], visit: Visit): void {
  for (const name of names) {
    if (!Object.hasOwn(MIDDLEWARE, name))
      throw new Error(`Unknown route middleware “${name}”: expected one of ${Object.keys(MIDDLEWARE).join(', ')}`)
    MIDDLEWARE[name as MiddlewareName](visit)
  }
}
