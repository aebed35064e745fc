import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPostgresTls, toBanner } from './banner.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

/** A packet of MySQL: its length in three bytes, its number, what it holds. */
function toPacket(content: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(content.length, 0, 3)
  return Buffer.concat([head, content])
}

function toPostgresError(fields: string): Buffer {
  const content = latin(`${fields}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const HANDSHAKE_REST = '\0\x0b\0\0\0abcdefgh\0\xff\xf7'
const ROWS: readonly [string, Buffer, string][] = [
  ['a line', latin('SSH-2.0-OpenSSH_9.2p1\r\n'), 'SSH-2.0-OpenSSH_9.2p1'],
  ['MySQL', toPacket(latin(`\n8.0.36-0ubuntu0.22.04.1${HANDSHAKE_REST}`)), 'MySQL 8.0.36-0ubuntu0.22.04.1'],
  ['MariaDB', toPacket(latin(`\n5.5.5-10.11.6-MariaDB-0+deb12u1${HANDSHAKE_REST}`)), 'MariaDB 10.11.6-MariaDB-0+deb12u1'],
  ['MySQL that refuses', toPacket(latin("\xff\x6a\x04Host 'x' is not allowed")), "MySQL, Host 'x' is not allowed"],
  ['MySQL with a state', toPacket(latin('\xff\x10\x04#08004Too many connections')), 'MySQL, Too many connections'],
  ['PostgreSQL', toPostgresError('SFATAL\0C0A000\0Munsupported frontend protocol'), 'PostgreSQL, unsupported frontend protocol'],
  ['RDP', Buffer.from('030000130ed000001234000200080002000000', 'hex'), 'RDP, TLS and CredSSP (NLA)'],
  ['RDP of old', Buffer.from('0300000b06d00000123400', 'hex'), 'RDP'],
  ['AMQP', latin('AMQP\0\0\x09\x01'), 'AMQP 0.9.1'],
  ['Telnet', latin('\xff\xfd\x18\xff\xfb\x03\r\nlogin: '), 'Telnet, login:'],
  ['Telnet that only bargains', latin('\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0'), 'Telnet'],
  ['a packet that is cut', latin('\x4a\0\0\0\n8.0'), 'J\uFFFD\uFFFD\uFFFD 8.0'],
  ['one byte', latin('\xff'), 'ÿ'],
  ['nothing', Buffer.alloc(0), ''],
]
for (const [title, bytes, banner] of ROWS) test(title, () => assert.equal(toBanner(bytes), banner))

test('PostgreSQL says by one letter whether it offers TLS', () => {
  assert.deepEqual(
    ['S', 'N', 'X', 'SS'].map((said) => readPostgresTls(latin(said))),
    ['PostgreSQL, TLS offered', 'PostgreSQL, no TLS', undefined, undefined],
  )
})
