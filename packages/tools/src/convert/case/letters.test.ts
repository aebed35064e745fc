import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { splitWords } from './identifier-lines.ts'
import { changeCase, changeCases, LETTER_CASES, type LetterCase } from './letters.ts'
import type { CaseOptions } from './word-forms.ts'

const rows: [LetterCase, string, string, CaseOptions?][] = [
  ['upper', 'Straße 中文 é', 'STRASSE 中文 É'],
  ['upper', 'istanbul', 'İSTANBUL', { locale: 'tr' }],
  ['lower', 'ISPARTA', 'ısparta', { locale: 'tr' }],
  ['title', 'the lord of the rings', 'The Lord of the Rings'],
  ['title', 'what we talk about when we walk in', 'What We Talk About When We Walk In'],
  ['chicago', 'what we talk about when we walk in', 'What We Talk about When We Walk In'],
  ['title', 'NASA and the iPhone', 'NASA and the iPhone', { keepsCapitals: true }],
  ['title', 'A TALE OF TWO CITIES', 'A Tale of Two Cities', { keepsCapitals: true }],
  ['chicago', 'the iPhone’s 3D map of NASA’s H2O', 'The iPhone’s 3D Map of NASA’s H2O', { keepsCapitals: true }],
  ['title', "O'Neill and McKay write URLs to eBay", "O'Neill and McKay Write URLs to eBay", { keepsCapitals: true }],
  ['title', "SAY IT TWICE\nsay NASA's name", "Say It Twice\nSay NASA's Name", { keepsCapitals: true }],
  ['title', 'NASA and the iPhone', 'Nasa and the Iphone'],
  ['title', 'IPv6 and OAuth on an HTTPServer', 'IPv6 and OAuth on an HTTPServer', { keepsCapitals: true }],
  ['sentence', 'Set Up IPv6 with IPsec', 'Set up IPv6 with IPsec', { keepsCapitals: true }],
  ['title', 'start node.js on example.com, e.g. here', 'Start Node.js on Example.com, E.g. Here'],
  ['chicago', 'the U.S. and node.js', 'The U.S. and Node.js'],
  ['title', 'NODE.JS IN THE U.S. TODAY', 'Node.js in the U.S. Today', { keepsCapitals: true }],
  ['title', 'it ends. then it begins', 'It Ends. Then It Begins'],
  ['sentence', 'iPhone Of The Year. The Team Of NASA wins', 'iPhone of the year. The team of NASA wins', { keepsCapitals: true }],
  ['sentence', 'HELLO WORLD', 'Hello world', { keepsCapitals: true }],
  ['capital', 'the YouTube of ESA', 'The YouTube Of ESA', { keepsCapitals: true }],
  ['capital', 'THE WORLD OF 3D', 'The World Of 3d', { keepsCapitals: true }],
  ['camel', 'the iPhone of NASA', 'theIPhoneOfNasa', { keepsCapitals: true }],
  ['title', 'ip tools: a guide', 'Ip Tools: A Guide'],
  ['sentence', 'HELLO WORLD. HOW ARE YOU? fine', 'Hello world. How are you? Fine'],
  ['capital', "don't stop", "Don't Stop"],
  ['capital', 'ijsland en ijmuiden', 'IJsland En IJmuiden', { locale: 'nl' }],
  ['sentence', 'IJSLAND. ijs', 'IJsland. IJs', { locale: 'nl' }],
  ['sentence', 'IJSLAND. ijs', 'Ijsland. Ijs'],
  ['pascal', 'ijs_koud', 'IJsKoud', { locale: 'nl' }],
  ['swap', 'Hello Wörld', 'hELLO wÖRLD'],
  ['camel', 'parse HTTP response', 'parseHttpResponse'],
  ['camel', 'parse HTTP response', 'parseHTTPResponse', { keepsAcronyms: true }],
  ['pascal', 'user_id', 'UserId'],
  ['snake', 'XMLHttpRequest', 'xml_http_request'],
  ['constant', 'maxRetryCount', 'MAX_RETRY_COUNT'],
  ['kebab', "Don't  panic!", 'dont-panic'],
  ['snake', "NASA's rocket and the FOX’s den", 'nasas_rocket_and_the_foxs_den'],
  ['snake', "O'Neil d'Arc DON'T it's'n", 'o_neil_d_arc_dont_itsn'],
  ['train', 'content type', 'Content-Type'],
  ['dot', 'app.fileName', 'app.file.name'],
  ['path', 'one two', 'one/two'],
  ['snake', 'firstName\n  lastName', 'first_name\n  last_name'],
]
for (const [to, text, expected, options] of rows)
  test(`${to}: ${text} → ${expected}`, () => assert.equal(changeCase(text, to, options), expected))

test('a sentence begins after blank lines and indentation', () => {
  assert.equal(changeCase('\n a one\r\n \t\n  b two.\n\nc', 'sentence'), '\n A one\r\n \t\n  B two.\n\nC')
})

test('words are found in any spelling', () => {
  for (const spelling of ['two words here', 'twoWordsHere', 'TWO_WORDS_HERE', 'two-words.here', 'TwoWordsHere'])
    assert.deepEqual(
      splitWords(spelling).map((word) => word.toLowerCase()),
      ['two', 'words', 'here'],
    )
})

test('a megabyte in one line takes no longer than its length asks', () => {
  const line = 'the quick brown fox '.repeat(50_000)
  const start = performance.now()
  for (const to of ['title', 'sentence', 'snake', 'swap'] as const) assert.ok(changeCase(line, to).length > 0)
  assert.ok(changeCase('\n'.repeat(1_000_000), 'sentence').length > 0)
  assert.ok(performance.now() - start < 60_000)
})

test('a text in all cases is what it is in each, its words looked for once', (t) => {
  const text = ' the parseHTTPResponse2 of ß\r\n\r\n\tİstanbul’s “ŉa”'
  const each = LETTER_CASES.map((to) => changeCase(text, to))
  const { mock } = t.mock.method(String.prototype, 'split')
  assert.deepEqual(changeCases(text, LETTER_CASES), each)
  const searches = mock.calls.filter(({ arguments: [pattern] }) => (pattern as unknown) instanceof RegExp)
  assert.ok(searches.length <= 6, 'one for a line and its end')
})

test('words of ASCII are parted as they are beside other letters', () => {
  const piece = fc.constantFrom(...'ABcd12', "'", '_', ' ', '\t', 'HTTP', 'Res')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      assert.deepEqual([...splitWords(text), 'é'], splitWords(`${text} é`))
    }),
    { numRuns: 500 },
  )
})

test('numeronyms count the letters between the first and the last of each word', () => {
  assert.equal(changeCase('Internationalization of Kubernetes, and été', 'numeronym'), 'I18n of K8s, and été')
  assert.equal(changeCase("accessibility isn't a11y 本地化 größer", 'numeronym'), 'a11y i2t a11y 本地化 g4r')
  assert.equal(changeCase('e\u0301lévations', 'numeronym'), 'e\u03018s')
})
