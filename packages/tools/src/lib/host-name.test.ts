import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHostName } from './host-name.ts'

const rows: [string, string | undefined][] = [
  ['example.com', 'example.com'],
  ['例子.中国', '例子.中国'],
  ['_dmarc.example.com', '_dmarc.example.com'],
  ['https://user@example.com:8443/a?b', 'example.com'],
  ['http://[2001:db8::1]/', '2001:db8::1'],
  ['192.0.2.1', undefined],
  ['0x7f.1', undefined],
  ['999.1.1.1', undefined],
  ['::g', undefined],
  ['2001:db8::1.2.3.x', undefined],
  ['plain', undefined],
  ['', undefined],
]
for (const [text, name] of rows) test(`${text || 'nothing'} → ${name}`, () => assert.equal(findHostName(text), name))
