import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCommandTarget, findShorthand } from './command-target.ts'

const PROGRAMS = ['whois', 'ping', 'dig', 'nc', 'openssl']

for (const [line, host, port] of [
  ['ping example.com', 'example.com', undefined],
  ['$ sudo ping -c 4 -i 0.2 192.0.2.1', '192.0.2.1', undefined],
  ['PING.EXE -t 2001:db8::1', '2001:db8::1', undefined],
  ['dig @192.0.2.53 example.com MX +short', 'example.com', undefined],
  ['whois -h whois.example.org 192.0.2.1', '192.0.2.1', undefined],
  ['nc -vz example.com 25', 'example.com', 25],
  ['openssl s_client -connect [2001:db8::1]:443 -servername example.com', '2001:db8::1', 443],
] as const)
  test(`“${line}” is about ${host}`, () => assert.deepEqual(findCommandTarget(line, PROGRAMS), { host, port }))

for (const line of ['ping', 'ping pong', 'the ping of example.com', 'curl example.com', 'ping a.example\nping b.example'])
  test(`“${line.replace('\n', ' ')}” is no command about a host`, () =>
    assert.equal(findCommandTarget(line, PROGRAMS), undefined))

for (const [line, host, port] of [
  ['mx:example.com', 'example.com', undefined],
  ['MX example.com', 'example.com', undefined],
  ['a:example.com', 'example.com', undefined],
  ['备案：example.com', 'example.com', undefined],
  ['tcp:example.com:25', 'example.com', 25],
  ['mx:2001:db8::1', '2001:db8::1', undefined],
  ['tcp: [2001:db8::1]:443', '2001:db8::1', 443],
] as const)
  test(`“${line}” asks about ${host}`, () => assert.deepEqual(findShorthand(line, ['mx', 'a', 'tcp', '备案']), { host, port }))

for (const line of ['mx', 'mx:', 'mx: me', 'a example.com', 'mx a.example b.example', 'https://example.com', 'ns:example.com'])
  test(`“${line}” asks about no host`, () => assert.equal(findShorthand(line, ['mx', 'a']), undefined))
