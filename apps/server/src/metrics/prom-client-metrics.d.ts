/** Each of the library's default metrics by itself; it has no types for them. */
declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client'
  const register: (registry: Registry, options: { readonly prefix: string }) => void
  export default register
}
