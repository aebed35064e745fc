import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSnippets } from './snippets.ts'

const find = (system: RegExp, resolver: Parameters<typeof toSnippets>[0]) =>
  toSnippets(resolver).find((one) => system.test(one.system))?.text

test('resolv.conf has the three name servers that are read, of both families', () => {
  const two = { ipv4: ['192.0.2.1', '192.0.2.2'], ipv6: ['2001:db8::1', '2001:db8::2'] }
  assert.equal(find(/resolv\.conf/, two), 'nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 2001:db8::1')
  assert.equal(find(/resolv\.conf/, { ipv4: [], ipv6: two.ipv6 }), 'nameserver 2001:db8::1\nnameserver 2001:db8::2')
})

test('systemd-resolved is given addresses or nothing, Android a name or nothing', () => {
  const nameOnly = { ipv4: [], ipv6: [], dot: 'dot.example' }
  assert.deepEqual([find(/systemd/, nameOnly), find(/Android/, nameOnly)], [undefined, 'dot.example'])
  const addressOnly = { ipv4: ['192.0.2.1'], ipv6: [], dot: '192.0.2.1' }
  assert.equal(find(/systemd/, addressOnly), '[Resolve]\nDNS=192.0.2.1#192.0.2.1\nDNSOverTLS=yes')
  assert.equal(find(/Android/, addressOnly), undefined)
})
