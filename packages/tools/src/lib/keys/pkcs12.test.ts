import assert from 'node:assert/strict'
import { test } from 'node:test'
import x509 from '../../crypto/x509/tool.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { noOpenssl, runBeside } from './peers.testing.ts'
import { isPkcs12 } from './pkcs12.ts'
import { readKeys } from './read-keys.ts'

test('a file of PKCS #12 is refused by its name, with the way to open it', { skip: noOpenssl }, async () => {
  const script =
    'openssl req -x509 -newkey ed25519 -nodes -keyout k -out c -subj /CN=a 2>/dev/null && openssl pkcs12 -export -in c -inkey k -passout pass:x'
  const file = Uint8Array.from(runBeside({}, 'sh', ['-c', script]))
  const way = /PKCS #12.*openssl pkcs12 -in file.p12/
  await assert.rejects(readKeys({ text: '', file }), way)
  await assert.rejects(answerTool(x509, { file: new Blob([file]) }, createTestHost()), way)
  await assert.rejects(answerTool(x509, { text: Buffer.from(file).toString('base64') }, createTestHost()), way)
  assert.equal(isPkcs12(file.subarray(0, 100)), false)
})
