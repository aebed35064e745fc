declare module 'mime-db' {
  type Entry = {
    readonly source?: 'iana' | 'apache' | 'nginx'
    readonly charset?: string
    readonly compressible?: boolean
    readonly extensions?: readonly string[]
  }
  const types: Readonly<Record<string, Entry>>
  export default types
}
