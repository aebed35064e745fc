import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readWordText, changeTogether, Vocabulary, writeWordText } from './word-text.ts'

/** Letters whose case depends on their neighbours, or on the language. */
const AWKWARD = "a A I i İ ı Σ σ ς ß ŉ ǆ ǅ Ά ή ΐ Ì ŭ և ﬁ 𐐨 \u0301 \u0307 \u0328 \u200d . '".split(' ')
const word = fc.array(fc.constantFrom(...AWKWARD), { maxLength: 5 }).map((letters) => letters.join(''))

test('words that are changed together become what each becomes by itself', () => {
  fc.assert(
    fc.property(fc.array(word), fc.constantFrom('en', 'tr', 'lt', 'el', 'nl', 'hy'), (words, locale) => {
      for (const change of [(text: string) => text.toLocaleLowerCase(locale), (text: string) => text.toLocaleUpperCase(locale)])
        assert.deepEqual(changeTogether(words, change), words.map(change))
    }),
  )
})

test('a text is written as it was read, each different word having one number', () => {
  const vocabulary = new Vocabulary()
  const read = readWordText(' to be, or not to be', /\w+/g, vocabulary)
  assert.deepEqual(read.words, [0, 1, 2, 3, 0, 1])
  assert.equal(
    writeWordText(read, (each) => vocabulary.words[each]!),
    ' to be, or not to be',
  )
})
