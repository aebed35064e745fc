/** What goes through the tunnel. */
export type Route = 'all' | 'public' | 'vpn'
export type Nat = 'nftables' | 'iptables' | 'none'

export type WireguardInput = {
  action: 'make' | 'check'
  devices: string
  endpoint: string
  config: string
  network: string
  route: Route
  behind: string
  exclude: string
  dns: string
  nat: Nat
  outside: string
  port: number
  keepaliveS: number
  mtu?: number | undefined
  hasSharedKeys: boolean
}
