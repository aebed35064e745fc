/** What is said of one address. */
export type MacRow = {
  mac: string
  vendor: string
  country: string
  block: string
  scope: string
  cast: string
  note: string
  eui64: string
  linkLocal: string
  address: string
}
