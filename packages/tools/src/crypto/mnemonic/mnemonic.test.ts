import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entropyToMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import type * as z from 'zod'
import { toHex } from '../../lib/bytes.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'
import { LIST_IDS, loadList } from './word-lists.ts'

type Answer = z.output<typeof tool.output>
const run = async (input: z.input<typeof tool.input>): Promise<Answer> =>
  (await answerTool(tool, input, createTestHost())) as Answer
const read = (text: string, more: z.input<typeof tool.input> = {}) => run({ mode: 'read', text, ...more })

/** Of the list in the standard (github.com/trezor/python-mnemonic, vectors.json); the passphrase is TREZOR. */
const VECTORS = [
  [
    '00000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
  ],
  [
    'ffffffffffffffffffffffffffffffff',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069',
  ],
] as const
for (const [entropy, words, seed] of VECTORS)
  test(`the vector ${words.slice(0, 20)}… both ways`, async () => {
    for (const text of [words, entropy, words.toUpperCase(), `1. ${words.replaceAll(' ', '\n2. ')}`]) {
      const answer = await read(text, { passphrase: 'TREZOR' })
      assert.deepEqual([answer.text, answer.entropy, answer.seed, answer.verdict], [words, entropy, seed, 'right'])
    }
  })

test('any entropy in any list gives the words and the seed that @scure/bip39 gives, and comes back from them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LIST_IDS),
      fc.constantFrom(16, 20, 24, 28, 32).chain((size) => fc.uint8Array({ minLength: size, maxLength: size })),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      async (list, entropy, passphrase) => {
        const answer = await read(toHex(entropy), { list, passphrase })
        const words = entropyToMnemonic(entropy, await loadList(list))
        assert.equal(answer.text, words)
        assert.equal(answer.seed, toHex(await mnemonicToSeed(words, passphrase)))
        const back = await read(words, { list })
        assert.deepEqual([back.entropy, back.verdict], [toHex(entropy), 'right'])
      },
    ),
    { numRuns: 60 },
  )
})

test('the list is found by the words, and Chinese needs no blanks', async () => {
  const { text } = await read('7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f80', { list: 'traditional-chinese' })
  const answer = await read(text.replaceAll(' ', ''))
  assert.deepEqual([answer.list, answer.text], ['traditional-chinese', text])
  assert.equal((await read((await read('00'.repeat(16), { list: 'korean' })).text)).list, 'korean')
})

test('new words are right, and as many as asked for', async () => {
  for (const count of [12, 15, 18, 21, 24] as const) {
    const { text, bits } = await run({ count })
    assert.equal(text.split(' ').length, count)
    assert.equal(bits, (count * 32) / 3)
    assert.ok(validateMnemonic(text, await loadList('english')))
  }
})

for (const [count, fitting] of [
  [12, 128],
  [24, 8],
] as const)
  test(`a last word that does not fit: the ${fitting} that would are listed`, async () => {
    const { verdict, lastWords = [] } = await read(Array.from({ length: count }, () => 'abandon').join(' '))
    assert.equal(verdict, 'wrong')
    assert.equal(lastWords.length, fitting)
    const list = await loadList('english')
    for (const last of lastWords.slice(0, 8))
      assert.ok(validateMnemonic([...Array.from({ length: count - 1 }, () => 'abandon'), last].join(' '), list))
  })

/** Of the phrase no more is told than the one word that is wrong. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ['abandon '.repeat(11), /^“11 words” .* 12, 15, 18, 21 or 24 words$/],
  [`${'abandon '.repeat(11)}abot`, /^“abot” cannot be processed: word 12 is not in the list \(English\); near it: about, above/],
  ['abcd', /^“4 digits” .* 64 hexadecimal digits$/],
]
for (const [text, reason] of WRONG)
  test(`refused: ${reason.source}`, () =>
    assert.rejects(read(text), (error) => isAppError(error) && error.key === 'unsupported_value' && reason.test(error.message)))

test('to check nothing is refused', () => assert.rejects(read(''), (error) => isAppError(error) && error.key === 'missing_input'))
