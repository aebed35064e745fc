import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCidr, toCidr } from '@octet/core/ip/cidr.ts'
import { readNetwork } from './read-network.ts'

const read = (text: string) => {
  const { address, prefix } = readNetwork(text)
  return formatCidr(toCidr(address, prefix))
}

for (const [system, text, expected] of [
  ['ip address', '    inet 192.0.2.77/26 brd 192.0.2.127 scope global dynamic eth0', '192.0.2.64/26'],
  ['ip address, IPv6', '    inet6 2001:db8:12::1/48 scope global', '2001:db8:12::/48'],
  ['ifconfig on Linux', '        inet 192.0.2.77  netmask 255.255.255.192  broadcast 192.0.2.127', '192.0.2.64/26'],
  ['ifconfig of old', '          inet addr:192.0.2.77  Bcast:192.0.2.127  Mask:255.255.255.192', '192.0.2.64/26'],
  ['ifconfig on macOS', '\tinet 192.0.2.77 netmask 0xffffffc0 broadcast 192.0.2.127', '192.0.2.64/26'],
  ['ifconfig, IPv6', '\tinet6 2001:db8::1%en0 prefixlen 64 secured scopeid 0x4', '2001:db8::/64'],
  [
    'all of ifconfig: the first address',
    'eth0: flags=4163<UP> mtu 1500\n  inet 192.0.2.77 netmask 255.255.255.192\n  inet6 2001:db8::1 prefixlen 64',
    '192.0.2.64/26',
  ],
  [
    'ipconfig',
    '   IPv4 Address. . . . . . . . . . . : 192.0.2.77\r\n   Subnet Mask . . . . . . . . . . . : 255.255.255.192',
    '192.0.2.64/26',
  ],
  [
    'ipconfig in Chinese',
    '   IPv4 地址 . . . . . . . . . . . . : 192.0.2.77(首选)\r\n   子网掩码  . . . . . . . . . . . . : 255.255.255.192',
    '192.0.2.64/26',
  ],
  ['a point-to-point link', 'inet 192.0.2.1 peer 192.0.2.2/32 scope global', '192.0.2.1/32'],
] as const)
  test(`${system} → ${expected}`, () => assert.equal(read(text), expected))

test('words behind an address that no system prints are refused', () =>
  assert.throws(() => readNetwork('192.0.2.77/26 and more'), { key: 'bad_input' }))
