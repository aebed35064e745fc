/** Modes of TLS in a connection string (libpq, `sslmode`), and pg's own `no-verify`. */
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The `sslmode` of a connection string where it is none that there is: pg would take it for another. */
export function findUnknownMode(databaseUrl: string): { readonly mode: string; readonly known: string } | undefined {
  const mode = URL.parse(databaseUrl)?.searchParams.get('sslmode')
  return mode && !MODES.includes(mode) ? { mode, known: MODES.join(', ') } : undefined
}

/**
 * A connection string whose modes say what they do: pg checks certificate and name for `prefer`, `require` and `verify-ca`,
 * too, and warns that it will not for ever. With `uselibpqcompat=true` they are libpq's, as it says.
 */
export function toVerifiedMode(databaseUrl: string): string {
  if (/[?&]uselibpqcompat=true(?=&|$)/.test(databaseUrl)) return databaseUrl
  return databaseUrl.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
