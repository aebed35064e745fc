import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host } from '@octet/core/host.ts'
import type { SecurityTxtPlace } from '@octet/core/probe/page.ts'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { answerTool, toToolCost } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { SIGNED_TEXT } from '../../crypto/openpgp/examples.ts'
import { readExpiry } from './read-expiry.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  verdict: string
  problems?: { line?: number; verdict: string; problem: string; rule: string }[]
  fields?: { line: number; name: string; value: string; says: string }[]
  signatures?: { keyId: string; signedAt?: string; hash: string }[]
  places?: { url: string; answer: string; redirects: string }[]
  notes: string[]
}

const HOME = 'https://example.com/.well-known/security.txt'
const OLDER = 'https://example.com/security.txt'
const WHOLE = `# Thank you
Contact: mailto:security@example.com
Contact: tel:+1-201-555-0123
Expires: 2026-12-31T23:00:00Z
Preferred-Languages: en, zh-CN
Canonical: ${HOME}
`
const FOUND: SecurityTxtPlace = {
  asked: HOME,
  url: HOME,
  redirects: [],
  status: 200,
  type: 'text/plain; charset=utf-8',
  text: WHOLE,
  isUtf8: true,
  isCut: false,
  isTrusted: true,
  problem: null,
}
const ABSENT: SecurityTxtPlace = { ...FOUND, asked: OLDER, url: OLDER, status: 404, text: null }

const run = async (input: object, host: Partial<Host> = {}) => (await answerTool(tool, input, createTestHost(host))) as Answer

/** What is found in a pasted file, each on a line. */
const findIn = async (file: string, more: object = {}) => toLines(await run({ file, ...more }))
const toLines = ({ problems = [] }: Answer) =>
  problems.map(({ line, verdict, problem, rule }) => `${line ?? '-'} ${verdict} ${rule.replace('RFC 9116 ', '')} ${problem}`)

/** What is found at a site that answers so. */
async function runSite(wellKnown: Partial<SecurityTxtPlace> = {}, older: Partial<SecurityTxtPlace> = {}) {
  const securityTxt = async () => [
    { ...FOUND, ...wellKnown },
    { ...ABSENT, ...older },
  ]
  return run({ url: 'example.com' }, { probe: { page: { securityTxt } } } as unknown as Partial<Host>)
}

test('a file that is right is valid, and its fields are explained', async () => {
  const { verdict, problems, fields, text, notes } = await run({ file: WHOLE, url: 'https://example.com/x' })
  assert.equal(verdict, 'valid')
  assert.equal(problems, undefined)
  assert.deepEqual(
    fields!.map(({ line, name, says }) => `${line} ${name}: ${says}`),
    [
      '2 Contact: preferred way',
      '3 Contact: choice 2',
      '4 Expires: 363 days left',
      '5 Preferred-Languages: English, Chinese (China)',
      '6 Canonical: where the file belongs',
    ],
  )
  assert.equal(text, 'Valid\nContact: mailto:security@example.com\nContact: tel:+1-201-555-0123\nUntil: 2026-12-31')
  assert.match(notes[0]!, /not signed/)
  assert.match((await run({ file: WHOLE }, { lang: 'zh' })).text, /^有效\n联系：mailto:/)
})

test('each mistake is found on its line, with its rule', async () => {
  const lines: [string, RegExp][] = [
    ['Contact: security@example.com', /^3 bad §2\.5\.3 .* is no URI; write mailto:security@example\.com$/],
    ['Contact: +1 201 555 0123', /^3 bad §2\.5\.3 .*write tel:\+1-201-555-0123$/],
    ['Contact: example.com/report', /^3 bad §2\.5\.3 .*write https:\/\/example\.com\/report$/],
    ['Contact: http://example.com/report', /^3 bad §2\.5\.3 .*has to begin with https:\/\//],
    ['Contact: https://', /^3 bad §2\.5\.3 .*no address of the web$/],
    ['Contact: mailto:nobody', /^3 bad §2\.5\.3 .*holds no mail address$/],
    ['Contact: tel:2015550123', /^3 bad §2\.5\.3 .*code of its country$/],
    ['Contact: https://example.com/a (form)', /^3 bad §2\.5\.3 .*blank or a mark/],
    ['Contact: xmpp:a@example.com', /^3 notice §2\.5\.3 .*few readers/],
    ['Contact: us', /^3 bad §2\.5\.3 .*“us” is no URI/],
    ['Encryption: -----BEGIN PGP PUBLIC KEY BLOCK-----', /^3 bad §2\.5\.4 .*a key itself may not stand here/],
    ['Expires: 2026-06-01T00:00:00Z', /^3 bad §2\.5\.5 Expires may stand there once; line 2 has it already$/],
    ['Preferred-Languages: en, zh_CN', /^3 bad §2\.5\.8 “zh_CN” .*write zh-CN$/],
    ['Preferred-Languages: english please', /^3 bad §2\.5\.8/],
    ['Acknowledgements: https://example.com/thanks', /^3 notice §2\.5 .*Acknowledgments is meant$/],
    ['Permission: none', /^3 notice §2\.5 .*drafts/],
    ['X-Own: anything', /^3 notice §2\.4 X-Own is not known/],
    ['Canonical: mailto:a@example.com', /^3 bad §2\.5\.2 .*begins with https/],
    ['CSAF: http://example.com/provider-metadata.json', /^3 bad CSAF 2\.0 §7\.1\.8/],
    ['Policy:https://example.com/policy', /^3 notice §4 A blank belongs behind/],
    ['Policy : https://example.com/policy', /^3 bad §4 There is a blank between/],
    [' Policy: https://example.com/policy', /^3 bad §4 Policy begins with a blank$/],
    ['Policy:', /^3 bad §4 Policy has no value$/],
    ['hello there', /^3 bad §4 Neither a field/],
    ['Policy: https://example.com/policy\rHiring: https://example.com/jobs', /^3 bad §2\.2 A line ends with CR alone/],
  ]
  for (const [line, words] of lines) {
    const found = await findIn(`Contact: https://example.com/report\nExpires: 2026-12-31T23:00:00Z\n${line}\n`)
    assert.equal(found.length, 1, `${line}: ${found.join(' | ')}`)
    assert.match(found[0]!, words)
  }
  for (const line of [
    'Encryption: openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f',
    'Encryption: dns:5d2d37ab76d47d36._openpgpkey.example.com?type=OPENPGPKEY',
    'POLICY: https://example.com/policy',
    'CSAF: https://example.com/.well-known/csaf/provider-metadata.json',
    '# comment: of any kind\r\nHiring: https://example.com/jobs\r',
    'Contact: mailto:security%2Bweb@example.com?subject=Report',
  ])
    assert.deepEqual(await findIn(`Contact: https://example.com/report\nExpires: 2026-12-31T23:00:00Z\n${line}\n`), [])
})

test('what must be there, and the time until when', async () => {
  assert.deepEqual(await findIn('# nothing'), [
    '- bad §2.5.3 There is no Contact, which must be there',
    '- bad §2.5.5 There is no Expires, which must be there',
  ])
  const expires = async (value: string) => (await findIn(`Contact: https://example.com/\nExpires: ${value}\n`)).join()
  assert.match(await expires('2025-12-31T03:04:05Z'), /^2 bad §2\.5\.5 The file ended 2 days ago/)
  assert.match(await expires('2027-12-31T23:00:00Z'), /^2 notice §2\.5\.5 Expires is 728 days ahead/)
  assert.match(await expires('2026-01-04T03:04:05+00:00'), /^2 notice §2\.5\.5 The file ends in 2 days$/)
  assert.match(await expires('Thu, 31 Dec 2026 18:37:07 -0800'), /^2 bad .* no time as RFC 3339 writes it/)
  assert.equal(await expires('2026-12-31T23:00:00z'), '')
  for (const none of [
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00',
  ])
    assert.equal(readExpiry(none), undefined, none)
  assert.equal(readExpiry('2028-02-29T23:59:60+01:00')?.toISOString(), '2028-02-29T22:59:59.000Z')
})

test('Canonical is compared with where the file is', async () => {
  assert.match(
    (await findIn(WHOLE, { url: 'www.example.com' })).join(),
    /^6 bad §2\.5\.2 No Canonical names https:\/\/www\.example\.com/,
  )
  assert.deepEqual(toLines(await runSite()), [])
  assert.match(
    toLines(await runSite({ url: 'https://x.example/security.txt', redirects: ['https://x.example/security.txt'] })).join(),
    /^- notice §5\.2 A redirect leads to another host, x\.example/,
  )
})

test('how it is served counts as well', async () => {
  const rows: [Partial<SecurityTxtPlace>, RegExp][] = [
    [{ type: 'text/html' }, /^- bad §3 Content-Type is “text\/html”/],
    [{ type: 'text/plain' }, /^- notice §3 .*without charset=utf-8$/],
    [{ type: 'text/plain;charset="UTF-8"' }, /^$/],
    [{ type: 'text/plain; charset=gbk' }, /^- bad §3 .*charset=gbk/],
    [{ type: null }, /^- bad §3 There is no Content-Type/],
    [{ isTrusted: false }, /^- bad §3 The certificate is not trusted/],
    [
      { redirects: ['http://example.com/.well-known/security.txt'] },
      /^- bad §3 It came from http:\/\/example\.com\/\.well-known\/security\.txt without HTTPS/,
    ],
    [{ isUtf8: false }, /^- bad §4 There are bytes/],
    [{ isCut: true }, /^- bad §5\.4/],
    [{ text: `\uFEFF${WHOLE}` }, /^1 notice §4 The file begins with a byte order mark/],
    [{ text: `${WHOLE}${'# long\n'.repeat(5000)}` }, /^- notice §5\.4 The file has 35\d{3} bytes/],
  ]
  for (const [place, words] of rows) assert.match(toLines(await runSite(place)).join('\n'), words)
})

test('the older place counts where the other has none, and differs at the owner’s peril', async () => {
  const older = await runSite({ status: 404, text: null }, { status: 200, text: WHOLE.replace(HOME, OLDER) })
  assert.deepEqual(toLines(older), [
    '- bad §3 The file is only at /security.txt, the older place; it belongs to /.well-known/security.txt',
  ])
  assert.match(
    toLines(await runSite({}, { status: 200, text: '# old' })).join(),
    /^- notice §3 At \/security\.txt there is another file/,
  )
  assert.deepEqual(toLines(await runSite({}, { status: 200, text: WHOLE })), [])
  const missing = await runSite({ status: 404, text: null })
  assert.deepEqual([missing.verdict, missing.text], ['missing', `There is no security.txt: ${HOME} answers 404`])
  assert.equal(missing.places!.length, 2)
  assert.match((await runSite({ text: '<!DOCTYPE html><p>' })).text, /is an HTML page$/)
  const unreached = await runSite({ status: null, text: null, problem: { en: 'no answer', zh: '没有应答' } })
  assert.match(unreached.text, /cannot be reached: no answer$/)
  assert.equal(unreached.verdict, 'unreached')
})

test('of a signed file the key is named, and only what is signed counts', async () => {
  const [begin = '', signature = ''] = SIGNED_TEXT.split(/Release 1\.2\.0\n[^]*?(?=-----BEGIN PGP SIGNATURE)/)
  const [block = ''] = signature.split('\n\n-----BEGIN PGP PUBLIC')
  const signed = `${begin}${WHOLE.replaceAll(/^-/gm, '- -')}${block}\n`
  const { signatures, verdict, notes } = await run({ file: signed, url: 'example.com' })
  assert.equal(verdict, 'valid')
  assert.deepEqual(signatures, [
    { keyId: '8F9B86FE57484A9DC3B5D7E735B1221558C7FF02', signedAt: '2026-01-02T12:00:00.000Z', hash: 'SHA-256' },
  ])
  assert.match(notes[0]!, /was not checked/)
  assert.match((await findIn(`${signed}Contact: mailto:eve@example.com\n`)).join('\n'), /^\d+ bad §2\.3 This stands outside/)
  assert.match(
    (await findIn(signed.replace(/Canonical.*\n/, ''))).join(),
    /^- notice §2\.3 A signed file should have a Canonical/,
  )
  assert.match((await findIn(signed.replace(/-----END[^]*/, ''))).join('\n'), /bad §2\.3 A signed text begins here/)
  assert.match((await findIn(signed.replace(/iHUEA/, 'AAAAA'))).join('\n'), /bad §2\.3 The signature cannot be read/)
})

test('a paste asks nobody and costs less; nothing at all is refused', async () => {
  assert.equal(toToolCost(tool, { file: WHOLE }), 1)
  assert.equal(toToolCost(tool, { url: 'example.com' }), 2)
  await assert.rejects(run({}), { key: 'missing_input' })
})

test('long files take no longer than their length', async () => {
  const start = readWorkMs()
  for (const file of [
    `#${'\r'.repeat(900_000)}`,
    'a'.repeat(900_000),
    ':'.repeat(900_000),
    `Contact: ${'a.'.repeat(400_000)}`,
    '-----BEGIN PGP SIGNED MESSAGE-----\n'.repeat(20_000),
    'x\n'.repeat(400_000),
  ])
    await run({ file })
  assert.ok(readWorkMs() - start < 5_000)
})
