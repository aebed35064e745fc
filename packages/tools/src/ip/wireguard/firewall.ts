import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type { Nat } from './input.ts'

type Firewall = { readonly nat: Nat; readonly networks: readonly Cidr[]; readonly outside: string }

/**
 * Lines of wg-quick(8) that let the tunnel out by another interface under that one's address, and take it back at the end.
 * wg-quick puts the name of the tunnel's interface in place of `%i`.
 */
export function writeFirewall({ nat, networks, outside }: Firewall): string[] {
  if (nat === 'none') return []
  return nat === 'nftables' ? writeNftables(networks, outside) : writeIptables(networks, outside)
}

/** A table of its own, which goes as a whole. */
function writeNftables(networks: readonly Cidr[], outside: string): string[] {
  const rules = networks.map(
    (network) => `${network.version === 4 ? 'ip' : 'ip6'} saddr ${formatCidr(network)} oifname "${outside}" masquerade`,
  )
  const chain = `chain out { type nat hook postrouting priority srcnat; ${rules.join('; ')}; }`
  return [`PostUp = nft 'table inet wireguard_%i { ${chain}; }'`, 'PostDown = nft delete table inet wireguard_%i']
}

function writeIptables(networks: readonly Cidr[], outside: string): string[] {
  const lines = (how: 'A' | 'D') =>
    networks.flatMap((network) => {
      const command = network.version === 4 ? 'iptables' : 'ip6tables'
      return [
        `${command} -${how} FORWARD -i %i -j ACCEPT`,
        `${command} -${how} FORWARD -o %i -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
        `${command} -t nat -${how} POSTROUTING -s ${formatCidr(network)} -o ${outside} -j MASQUERADE`,
      ]
    })
  return [...lines('A').map((line) => `PostUp = ${line}`), ...lines('D').map((line) => `PostDown = ${line}`)]
}
