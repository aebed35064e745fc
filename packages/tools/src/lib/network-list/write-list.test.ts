import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { writeList, type ListFormat } from './write-list.ts'

const NETWORKS = ['192.0.2.0/24', '2001:db8::/32'].map((text) => parseCidr(text).network)

/** Each format with both families, as its program reads it: what it lets in, then what it refuses. */
const WRITTEN: readonly (readonly [ListFormat, allow: string, deny: string])[] = [
  ['nginx', 'allow 192.0.2.0/24;\nallow 2001:db8::/32;', 'deny 192.0.2.0/24;\ndeny 2001:db8::/32;'],
  ['apache', 'Require ip 192.0.2.0/24\nRequire ip 2001:db8::/32', 'Require not ip 192.0.2.0/24\nRequire not ip 2001:db8::/32'],
  [
    'haproxy',
    '# http-request allow if { src -f n.acl }\n192.0.2.0/24\n2001:db8::/32',
    '# http-request deny if { src -f n.acl }\n192.0.2.0/24\n2001:db8::/32',
  ],
  ['nftables', toNftables('accept'), toNftables('drop')],
  [
    'iptables',
    'iptables -A INPUT -s 192.0.2.0/24 -j ACCEPT\nip6tables -A INPUT -s 2001:db8::/32 -j ACCEPT',
    'iptables -A INPUT -s 192.0.2.0/24 -j DROP\nip6tables -A INPUT -s 2001:db8::/32 -j DROP',
  ],
  [
    'cisco',
    'ip prefix-list n permit 192.0.2.0/24\nipv6 prefix-list n permit 2001:db8::/32',
    'ip prefix-list n deny 192.0.2.0/24\nipv6 prefix-list n deny 2001:db8::/32',
  ],
]
for (const [format, allow, deny] of WRITTEN)
  test(`${format} lets networks in or refuses them, each family by its own words`, () => {
    assert.equal(writeList(NETWORKS, format, { name: 'n', action: 'allow' }), allow)
    assert.equal(writeList(NETWORKS, format, { name: 'n', action: 'deny' }), deny)
  })

/** Formats that name networks and leave to others what is done with them. */
const NAMED: readonly (readonly [ListFormat, string])[] = [
  ['route', 'ip route add blackhole 192.0.2.0/24\nip -6 route add blackhole 2001:db8::/32'],
  [
    'mikrotik',
    '/ip firewall address-list add list=n address=192.0.2.0/24\n/ipv6 firewall address-list add list=n address=2001:db8::/32',
  ],
  [
    'ipset',
    'create n4 hash:net family inet maxelem 65536\nadd n4 192.0.2.0/24\ncreate n6 hash:net family inet6 maxelem 65536\nadd n6 2001:db8::/32',
  ],
]
for (const [format, text] of NAMED)
  test(`${format} has a line for each network, by its family`, () =>
    assert.equal(writeList(NETWORKS, format, { name: 'n', action: 'deny' }), text))

function toNftables(verdict: 'accept' | 'drop'): string {
  return `table inet n {
  set n4 {
    type ipv4_addr
    flags interval
    elements = {
      192.0.2.0/24
    }
  }
  set n6 {
    type ipv6_addr
    flags interval
    elements = {
      2001:db8::/32
    }
  }
  chain n_input {
    type filter hook input priority filter; policy accept;
    ip saddr @n4 ${verdict}
    ip6 saddr @n6 ${verdict}
  }
}`
}
