import { findAddress } from '@octet/core/ip/address.ts'
import { defineKind } from '@octet/core/kind.ts'
import domain from './domain.ts'

export default defineKind({
  id: 'host-port',
  title: { en: 'Host and port', zh: '主机与端口' },
  examples: ['192.0.2.1:53', '[2001:db8::1]:443', 'example.com:8443', 'localhost:3000'],
  counterExamples: ['2001:db8::1', '192.0.2.1:99999', 'example.com', '12:30', 'a: 1', '192.0.2.1:'],
  detect(sample) {
    const [, inside, plain = '', port] = /^(?:\[([^\]\s]+)\]|([^\s:/[\]]{3,253})):(\d{1,5})$/.exec(sample) ?? []
    if (port === undefined || Number(port) > 65_535) return undefined
    const isHost = inside
      ? findAddress(inside)?.version === 6
      : plain === 'localhost' || findAddress(plain) !== undefined || domain.detect(plain) !== undefined
    return isHost ? { score: 0.97, note: { en: `port ${port}`, zh: `端口 ${port}` } } : undefined
  },
})
