import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { toSender } from './to-sender.ts'

const ROWS: readonly [mailFrom: string | undefined, brand: string, header: string][] = [
  [undefined, 'Octet', 'Octet <no-reply@localhost>'],
  ['no-reply@example.org', 'Octet', 'no-reply@example.org'],
  ['Acme <no-reply@example.org>', 'Octet', 'Acme <no-reply@example.org>'],
  ['"Acme, Inc." <no-reply@example.org>', 'Octet', '"Acme, Inc." <no-reply@example.org>'],
  ['<no-reply@example.org>', 'Octet', 'no-reply@example.org'],
  [undefined, 'Acme', 'Acme <no-reply@localhost>'],
  ['no-reply@example.org', 'Acme', 'Acme <no-reply@example.org>'],
  ['Support <no-reply@example.org>', 'Acme', 'Support <no-reply@example.org>'],
  ['no-reply@example.org', 'A, "B" <c@d>', String.raw`"A, \"B\" <c@d>" <no-reply@example.org>`],
  ['no-reply@example.org', '云图', '=?UTF-8?B?5LqR5Zu+?= <no-reply@example.org>'],
]
for (const [mailFrom, brand, header] of ROWS)
  test(`mails of ${brand} from ${mailFrom} say ${header}`, async () => {
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message } = await transport.sendMail({
      from: toSender({ mailFrom, brand: { name: brand } }),
      to: 'a@example.org',
      text: 't',
    })
    assert.equal(/^From: (.*)$/m.exec(message.toString().replaceAll('\r', ''))?.[1], header)
  })
