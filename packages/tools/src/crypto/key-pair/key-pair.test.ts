import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { noOpenssl, noPuttygen, noSshKeygen, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool, runTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { KINDS, type KeyKind } from '../../lib/keys/key-kinds.ts'
import tool from './tool.ts'

// Pages over plain http have no Web Crypto: pairs are made without.
Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true })

type Output = z.output<typeof tool.output>
const host = createTestHost({ random: (sizeBytes) => crypto.getRandomValues(new Uint8Array(sizeBytes)) })
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<Output>
const read = (...texts: (string | undefined)[]) => ask({ action: 'read', text: texts.join('\n') })

const made = new Map<string, Output>()
for (const kind of Object.keys(KINDS).filter((one) => one !== 'rsa4096') as KeyKind[])
  made.set(kind, await ask({ kind, comment: 'ann@example.com' }))

const PRIVATE = ['privatePkcs8', 'privateOpenssh', 'privatePkcs1', 'privateSec1', 'privateJwk'] as const
const PUBLIC = ['publicSpki', 'publicSsh', 'publicPkcs1', 'publicJwk'] as const

for (const [kind, output] of made) {
  test(`${kind}: each form reads as the pair it was made of`, async () => {
    for (const form of [...PRIVATE, ...PUBLIC].filter((one) => output[one] !== undefined)) {
      const { publicSpki, spkiSha256, isWhole, sshSha256 } = await read(output[form])
      assert.deepEqual([publicSpki, spkiSha256, sshSha256], [output.publicSpki, output.spkiSha256, output.sshSha256])
      assert.equal(isWhole, form.startsWith('private') ? true : undefined)
    }
  })

  test(`${kind}: Node takes the pair`, () => {
    const secret = createPrivateKey(output.privatePkcs8!)
    assert.equal(createPublicKey(secret).export({ type: 'spki', format: 'pem' }), output.publicSpki)
    assert.equal(output.text, output.privatePkcs8)
    if (kind.startsWith('rsa')) assert.equal(secret.asymmetricKeyDetails?.modulusLength, output.bits)
  })
}

test('any two forms of pairs are told to belong together or not', () => {
  const kinds = [...made.keys()]
  return fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.constantFrom(...kinds),
      fc.constantFrom(...PRIVATE),
      fc.constantFrom(...PUBLIC),
      async (one, other, form, open) => {
        const [secret, half] = [made.get(one)?.[form], made.get(other)?.[open]]
        // Two JWK do not stand in one text one after the other.
        if (!secret || !half || form === 'privateJwk' || open === 'publicJwk') return
        const { verdict, keys, publicSpki } = await read(half, secret)
        assert.equal(verdict, one === other ? 'match' : 'differs')
        assert.equal(keys?.length, 2)
        assert.equal(publicSpki, made.get(one)?.publicSpki)
      },
    ),
    { numRuns: 60 },
  )
})

test('a JWK set is read as its keys', async () => {
  const [a, b] = [made.get('p256')!, made.get('ed25519')!]
  const { verdict, keys } = await read(`{"keys":[${a.privateJwk},${a.publicJwk},${b.publicJwk}]}`)
  assert.equal(verdict, 'differs')
  assert.deepEqual(
    keys?.map(({ name, isPrivate, isSame }) => [name, isPrivate, isSame]),
    [
      ['EC P-256', true, true],
      ['EC P-256', false, true],
      ['Ed25519', false, false],
    ],
  )
})

for (const kind of ['ed25519', 'p384', 'rsa2048'])
  test(`${kind}: the key and a certificate or request of it belong together`, { skip: noOpenssl }, async () => {
    const key = made.get(kind)!.privatePkcs8!
    for (const extra of [['-x509'], []]) {
      const signed = runBeside({ key }, 'openssl', ['req', '-new', ...extra, '-key', 'key', '-subj', '/CN=a']).toString()
      const { verdict, keys } = await read(signed, key)
      assert.equal(verdict, 'match')
      assert.deepEqual(new Set(keys?.map(({ form }) => form)), new Set(['pkcs8', extra.length ? 'certificate' : 'request']))
      assert.equal((await read(signed, made.get('p521')?.privatePkcs8)).verdict, 'differs')
    }
  })

test('a file of DER is read', async () => {
  const der = createPrivateKey(made.get('rsa2048')!.text).export({ type: 'pkcs8', format: 'der' })
  const { name, form } = await ask({ action: 'read', file: new Blob([Uint8Array.from(der)]) })
  assert.deepEqual([name, form], ['RSA 2048 bit', 'pkcs8'])
})

test('an RSA key is made step by step, and the last step has it', async () => {
  const shares: (number | undefined)[] = []
  for await (const value of runTool(tool, { kind: 'rsa2048' }, host)) shares.push((value as Output).progress)
  assert.equal(shares.at(-1), undefined)
  const steps = shares.slice(0, -1) as number[]
  assert.deepEqual(
    steps,
    steps.toSorted((a, b) => a - b),
  )
})

test('the comment stands in the line and in the private key of SSH', async () => {
  const { publicSsh, privateOpenssh } = made.get('ed25519')!
  assert.match(publicSsh!, / ann@example\.com$/)
  assert.equal((await read(privateOpenssh)).comment, 'ann@example.com')
  assert.match((await ask({ action: 'read', text: publicSsh!, comment: 'bob' })).publicSsh!, / bob$/)
  await assert.rejects(ask({ comment: 'a\nssh-rsa' }), /comment/)
})

test('weak keys are pointed out', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024, publicExponent: 3 })
  const { notes } = await read(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  assert.match(notes.join('\n'), /1024 bits are too few[^]*exponent 3 is small/)
})

Reflect.deleteProperty(crypto, 'subtle') // locks are much quicker with it
const SECRET = 'geheim 秘密'
const locked = new Map<string, Output>()
for (const kind of ['ed25519', 'x25519', 'p521', 'rsa2048'])
  locked.set(kind, await ask({ action: 'read', text: made.get(kind)!.text, newPassphrase: SECRET, comment: 'ann@example.com' }))

for (const [kind, output] of locked) {
  test(`${kind}, locked: no form stands open, and those left out are named`, () => {
    for (const form of PRIVATE) assert.match(output[form] ?? '-----BEGIN ENCRYPTED', /^-----BEGIN (ENCRYPTED|OPENSSH)/)
    assert.equal(output.privateJwk ?? output.privatePkcs1 ?? output.privateSec1, undefined)
    assert.match(output.notes.join(), /is encrypted: PKCS #8 with AES-256 and PBKDF2 \(600000 rounds\).*JWK are left out/)
    assert.deepEqual([output.text, output.publicSpki], [output.privatePkcs8, made.get(kind)!.publicSpki])
  })

  test(`${kind}, locked: each form is opened by its passphrase alone`, async () => {
    for (const text of [output.privatePkcs8, output.privateOpenssh].filter((one) => one !== undefined)) {
      assert.equal((await ask({ action: 'read', text, passphrase: SECRET })).privatePkcs8, made.get(kind)!.privatePkcs8)
      if (kind === 'ed25519') await assert.rejects(ask({ action: 'read', text, passphrase: 'x' }), /the passphrase does not open/)
    }
  })

  if (kind === 'ed25519')
    test('a key is locked and opened on pages without Web Crypto, too', async (context) => {
      const open = made.get(kind)!.privatePkcs8!
      // Of 2,048 rounds; those of the tool take seconds without Web Crypto, and are opened with it.
      const quick = createPrivateKey(open).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      const { mock } = context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
      const { text } = await ask({ action: 'read', text: open, newPassphrase: 'x' })
      assert.equal((await ask({ action: 'read', text: quick.toString(), passphrase: 'x' })).privatePkcs8, open)
      mock.restore()
      assert.equal((await ask({ action: 'read', text, passphrase: 'x' })).privatePkcs8, open)
    })

  test(`${kind}, locked: Node and OpenSSL open it`, { skip: noOpenssl }, () => {
    const key = createPrivateKey({ key: output.privatePkcs8!, passphrase: SECRET })
    assert.equal(key.export({ type: 'pkcs8', format: 'pem' }), made.get(kind)!.privatePkcs8)
    const args = ['pkey', '-in', 'key', '-passin', `pass:${SECRET}`, '-pubout']
    assert.equal(runBeside({ key: output.privatePkcs8! }, 'openssl', args).toString(), output.publicSpki)
  })

  // SSH has no keys of X25519.
  if (kind === 'x25519') continue
  test(`${kind}, locked: ssh-keygen and PuTTYgen open it`, { skip: noSshKeygen || noPuttygen }, () => {
    const key = output.privateOpenssh!
    const line = runBeside({ key }, 'ssh-keygen', ['-y', '-P', SECRET, '-f', 'key'])
    assert.equal(line.toString().trim(), output.publicSsh)
    const putty = runBeside({ key, pass: SECRET }, 'puttygen', ['-q', 'key', '--old-passphrase', 'pass', '-L'])
    assert.equal(putty.toString().trim(), output.publicSsh)
  })
}

test('what is asked of locking a public key changes nothing', async () => {
  const { notes, publicSpki } = await ask({ action: 'read', text: made.get('p256')!.publicSpki!, newPassphrase: SECRET })
  assert.equal(publicSpki, made.get('p256')!.publicSpki)
  assert.doesNotMatch(notes.join(), /locked/)
})

test('half a character is no passphrase', () =>
  assert.rejects(ask({ kind: 'ed25519', newPassphrase: 'a\ud800' }), /newPassphrase: expected paired surrogates/))

test('a key of RSA-PSS keeps its algorithm, so that its pin is that of its certificate', { skip: noOpenssl }, async () => {
  for (const options of [
    '',
    ' -pkeyopt rsa_pss_keygen_md:sha256 -pkeyopt rsa_pss_keygen_mgf1_md:sha256 -pkeyopt rsa_pss_keygen_saltlen:32',
  ]) {
    const make = `genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048${options}`
    const secret = runBeside({}, 'openssl', make.split(' ')).toString()
    const certificate = runBeside({ key: secret }, 'openssl', 'req -x509 -key key -subj /CN=a -days 1'.split(' ')).toString()
    const open = runBeside({ key: secret }, 'openssl', 'pkey -in key -pubout'.split(' ')).toString()
    const found = await read(secret)
    assert.deepEqual([found.name, found.privatePkcs8, found.publicSpki], ['RSA-PSS 2048 bit', secret, open])
    assert.ok(found.notes.some((note) => note.includes('RSA-PSS signatures only')))
    const pin = (await read(certificate)).pin
    assert.equal(
      pin,
      runBeside({ key: open }, 'sh', ['-c', 'openssl pkey -pubin -in key -outform DER | openssl sha256 -binary | base64'])
        .toString()
        .trim(),
    )
    assert.equal(found.pin, pin)
    assert.equal((await read(secret, certificate)).verdict, 'match')
    assert.equal((await read(found.privatePkcs1, certificate)).verdict, 'match')
  }
})

/** Of a user, made by ssh-keygen for this test. */
const CERTIFICATE =
  'AAAAIHNzaC1lZDI1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIPnO/sTV8S6sCvUj1rvc0F/7PXPjkwlx+Uz6faOTzjwTAAAAID3iSLpSdj' +
  'QPe2mDXz0HALmjgYzq46cryb1rGpCuECZqAAAAAAAAACoAAAABAAAAD2lkIG9mIGstZWQyNTUxOQAAAA4AAAADYW5uAAAAA2JvYgAAAABpVbkA' +
  'AAAAAGs27IAAAABIAAAADWZvcmNlLWNvbW1hbmQAAAANAAAACS9iaW4vdHJ1ZQAAAA5zb3VyY2UtYWRkcmVzcwAAABAAAAAMMTkyLjAuMi4wLz' +
  'I0AAAAEgAAAApwZXJtaXQtcHR5AAAAAAAAAAAAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIOQ3xbDiZg/K0VFSCMwuXAfsmAYhhFDm+geJHh8K1CIJ' +
  'AAAAUwAAAAtzc2gtZWQyNTUxOQAAAEClEtDYiQC9rUjYQV4zBVXOa2GRw76e55s37vWx7AU3+OBX43Hf/MByqcVItwCHwiRCArp0MWsaSbmSPl' +
  'Xt0OoG'
const CERTIFICATE_LINE = `ssh-ed25519-cert-v01@openssh.com ${CERTIFICATE} ann@example.com`

test('a certificate of SSH says for whom, until when and by whom it is', async () => {
  const at = (now: string) => createTestHost({ now: () => new Date(now) })
  const show = async (text: string, now = '2026-06-01') => (await answerTool(tool, { action: 'read', text }, at(now))) as Output
  const { form, name, sshSha256, notes, ...rest } = await show(CERTIFICATE_LINE)
  assert.deepEqual([form, name], ['sshCertificate', 'Ed25519'])
  assert.equal(sshSha256, 'SHA256:sOoLyxNaNFhVLKOaLHc0inBq9Y4zf6Gf9lHTDNP/SkI', 'of the key, as ssh-keygen -l has it')
  assert.deepEqual(
    {
      certificateFor: rest.certificateFor,
      certificateId: rest.certificateId,
      serial: rest.serial,
      principals: rest.principals,
      validFrom: rest.validFrom,
      validTo: rest.validTo,
      criticalOptions: rest.criticalOptions,
      extensions: rest.extensions,
      authority: rest.authority,
      signatureAlgorithm: rest.signatureAlgorithm,
      isSigned: rest.isSigned,
    },
    {
      certificateFor: 'user',
      certificateId: 'id of k-ed25519',
      serial: '42',
      principals: ['ann', 'bob'],
      validFrom: '2026-01-01T00:00:00Z',
      validTo: '2027-01-01T00:00:00Z',
      criticalOptions: ['force-command /bin/true', 'source-address 192.0.2.0/24'],
      extensions: ['permit-pty'],
      authority: 'ssh-ed25519 SHA256:x/wm1l+ACqLuBqfwGpQ0VF2WoIo89vamIFjesdhrRho',
      signatureAlgorithm: 'ssh-ed25519',
      isSigned: true,
    },
  )
  assert.ok(rest.publicSsh?.startsWith('ssh-ed25519 AAAA'), 'the key itself, for whoever wants it')
  assert.match(notes[0]!, /public key/)
  assert.match((await show(CERTIFICATE_LINE, '2027-01-01')).notes[0]!, /^The certificate expired on 2027-01-01T00:00:00Z$/)
  assert.match((await show(CERTIFICATE_LINE, '2025-12-31')).notes[0]!, /valid only from 2026-01-01T00:00:00Z on$/)
  const changed = Buffer.from(CERTIFICATE, 'base64').toString('latin1').replace('bob', 'eve')
  const forged = await show(`ssh-ed25519-cert-v01@openssh.com ${Buffer.from(changed, 'latin1').toString('base64')}`)
  assert.deepEqual([forged.principals, forged.isSigned], [['ann', 'eve'], false])
  assert.match(forged.notes[0]!, /signature of the certificate does not hold/)
  await assert.rejects(show(CERTIFICATE_LINE.replace(CERTIFICATE, CERTIFICATE.slice(0, 400))), /unsupported_value|SSH/)
})

const AUTHORITIES = ['ed25519', 'rsa', 'ecdsa -b 384']
const CERTIFIED = ['ed25519', 'rsa', 'ecdsa -b 256', 'ecdsa -b 521']
for (const [index, kind] of CERTIFIED.entries())
  test(`a certificate of ssh-keygen for ${kind}: its signature holds`, { skip: noSshKeygen }, async () => {
    const by = AUTHORITIES[index % AUTHORITIES.length]!
    const commands = [
      `ssh-keygen -q -t ${by} -N '' -f by`,
      `ssh-keygen -q -t ${kind} -N '' -f key`,
      'ssh-keygen -q -s by -I web -h -n a.example,b.example -V always:forever -z 18446744073709551615 key.pub',
      'cat key-cert.pub',
    ]
    const output = await read(runBeside({}, 'sh', ['-c', commands.join(' && ')]).toString())
    assert.deepEqual(
      [output.certificateFor, output.principals, output.isSigned, output.validFrom, output.validTo, output.serial],
      ['host', ['a.example', 'b.example'], true, undefined, undefined, '18446744073709551615'],
    )
  })
