import { useEffect, useState } from 'react'

/** The secret behind `#token=` of a link in a mail; undefined until the page listens, empty without one. It never reaches a server log. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(new URLSearchParams(location.hash.slice(1)).get('token') ?? ''), [])
  return token
}
