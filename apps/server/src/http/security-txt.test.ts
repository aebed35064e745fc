import assert from 'node:assert/strict'
import { test } from 'node:test'
import tool from '@octet/tools/lookup/security-txt/tool.ts'
import { answerTool } from '@octet/tools/run.ts'
import { createTestHost } from '@octet/tools/testing/host.ts'
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

test('the check of security.txt finds nothing wrong with it', async () => {
  const now = new Date('2026-11-21T13:00:00Z')
  const file = toSecurityTxt(readConfig({ PUBLIC_ORIGIN: 'https://octet.test' }), now)
  const answer = await answerTool(tool, { url: 'octet.test', file }, createTestHost({ now: () => now }))
  const { verdict, problems } = answer as { verdict: string; problems?: unknown }
  assert.deepEqual([verdict, problems], ['valid', undefined])
})
