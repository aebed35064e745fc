import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'
import { CHINESE_PHRASES } from './words.ts'

const ask = (input: object) => answerTool(tool, input, createTestHost()) as Promise<{ text: string; characters: number }>

test('as many paragraphs, sentences and words as were asked for', async () => {
  const paragraphs = (await ask({ count: 5 })).text.split('\n\n')
  assert.equal(paragraphs.length, 5)
  assert.match(paragraphs[0]!, /^Lorem ipsum dolor sit amet, /)
  for (const text of paragraphs) assert.match(text, /^(?:[A-Z][a-z]*(?: [a-z]+,?)+[.?](?: |$)){3,6}$/)
  assert.equal((await ask({ count: 7, unit: 'sentences', classic: false })).text.match(/[.?](?: |$)/g)?.length, 7)
  assert.equal((await ask({ count: 100, unit: 'words' })).text.split(' ').length, 100)
  assert.equal((await ask({ count: 9, unit: 'words', script: 'chinese' })).text.split('，').length, 9)
})

test('characters are as many as were asked for, with a full stop behind a letter', async () => {
  for (const script of ['latin', 'chinese'])
    for (let count = 1; count <= 300; count++) {
      const { text, characters } = await ask({ count, unit: 'characters', script })
      assert.equal(text.length, count)
      assert.equal(characters, count)
      assert.match(text, script === 'latin' ? /^(?:.*[A-Za-z])?\.$/ : /^(?:.*[\u4e00-\u9fff])?。$/)
    }
})

test('Chinese text is made of whole phrases', async () => {
  const { text } = await ask({ count: 20, unit: 'sentences', script: 'chinese' })
  assert.match(text, /^天地玄黄，宇宙洪荒。/)
  for (const phrase of text.split(/[，。？]/).filter(Boolean)) assert.ok(CHINESE_PHRASES.includes(phrase), phrase)
  assert.ok(CHINESE_PHRASES.every((phrase) => phrase.length === 4))
  assert.equal(new Set(CHINESE_PHRASES).size, CHINESE_PHRASES.length)
})

test('no word comes twice in a row, and no text twice', async () => {
  const words = (await ask({ count: 20_000, unit: 'words' })).text.split(' ')
  assert.ok(words.every((word, at) => word !== words[at - 1]))
  const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
  const [one, other] = await Promise.all(
    [1, 2].map(() => answerTool(tool, { count: 20, classic: false }, { ...createTestHost(), random })),
  )
  assert.notDeepEqual(one, other)
})

test('HTML has a p for each paragraph', async () => {
  assert.match((await ask({ count: 3, html: true })).text, /^(?:<p>[^<]+<\/p>(?:\n|$)){3}$/)
})

test('each unit has its limit', async () => {
  await assert.rejects(ask({ count: 1001 }), /at most 1000 paragraphs.*got 1001/)
  assert.equal((await ask({ count: 1_000_000, unit: 'characters' })).text.length, 1_000_000)
  await assert.rejects(ask({ count: 0 }), /count/)
})
