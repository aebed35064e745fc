import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPem, toPem, withoutPem } from './pem.ts'

test('a block of ten megabytes is read', () => {
  const der = new Uint8Array(10_000_000).fill(7)
  const [block] = listPem(`words\n${toPem('X509 CRL', der)}`, 'text')
  assert.deepEqual([block?.label, block?.der.length, block?.der.at(-1)], ['X509 CRL', der.length, 7])
})

test('a text of hyphens is no block, however long', () => {
  assert.deepEqual(listPem(`-----BEGIN A-----\n${'-a'.repeat(5_000_000)}`, 'text'), [])
})

test('only whole blocks are taken, and words around them are left', () => {
  const text = `a\n${toPem('A', Uint8Array.of(1))}b\n-----BEGIN C-----\nAA\n-----END D-----\n${toPem('E', Uint8Array.of(2))}f`
  assert.deepEqual(
    listPem(text, 'text').map(({ label }) => label),
    ['A', 'E'],
  )
  assert.equal(withoutPem(text), 'a\n\n\nb\n-----BEGIN C-----\nAA\n-----END D-----\n\n\nf')
  assert.equal(withoutPem('no block'), 'no block')
})

test('the word behind BEGIN may have a sign, as OpenSSL reads it', () => {
  const [block] = listPem(toPem('PKCS #7 SIGNED DATA', Uint8Array.of(1)), 'text')
  assert.equal(block?.label, 'PKCS #7 SIGNED DATA')
})
