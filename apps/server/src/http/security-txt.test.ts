import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { toSecurityTxt } from './security-txt.ts'

test('it names the operator’s address, the contact page and a day within the year', () => {
  const config = readConfig({ PUBLIC_ORIGIN: 'https://octet.test' })
  const operator = {
    ...config.operator,
    contacts: { ...config.operator.contacts, email: [{ name: 'Ops', value: 'ops@octet.test' }] },
  }
  assert.equal(
    toSecurityTxt({ ...config, operator }, new Date('2026-11-21T13:00:00Z')),
    [
      'Contact: mailto:ops@octet.test',
      'Contact: https://octet.test/contact',
      'Expires: 2027-05-20T00:00:00.000Z',
      'Preferred-Languages: en, zh',
      'Canonical: https://octet.test/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
