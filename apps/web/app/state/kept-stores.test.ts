import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { forgetPipeline, savePipeline, useSavedPipelines } from '../pipeline/saved-store.ts'
import { readDraft } from '../pipeline/working-draft.ts'
import { applyTheme, readTheme, toggleFavourite, usePrefs } from './prefs-store.ts'

const put = (name: 'localStorage' | 'sessionStorage', value: object) =>
  Object.defineProperty(globalThis, name, { configurable: true, ...value })
const holding = (text: string) => ({ value: { getItem: () => text, setItem: () => {}, removeItem: () => {} } })
const refuse = () => {
  throw new DOMException('', 'SecurityError')
}
const PREFS = { favourites: [], recents: [], isInputPrivate: false }
const good = { name: 'a', steps: [{ tool: 'base64' }] }

afterEach(() => {
  usePrefs.setState(PREFS)
  useSavedPipelines.setState({ pipelines: [] })
})

const stored: [text: string, prefs: object, pipelines: object[]][] = [
  ['{{{', PREFS, []],
  ['5', PREFS, []],
  ['{"state":null}', PREFS, []],
  ['{"state":{"favourites":5,"recents":"json","isInputPrivate":"no","pipelines":7}}', PREFS, []],
  ['{"state":{"favourites":null,"recents":null,"pipelines":null}}', PREFS, []],
  [
    JSON.stringify({
      state: {
        favourites: [null, { a: 1 }, 'json'],
        recents: ['uuid'],
        isInputPrivate: true,
        pipelines: [null, { name: 7, steps: [] }, { name: 'b', steps: [{ tool: 1 }] }, { steps: [] }, good],
      },
    }),
    { favourites: ['json'], recents: ['uuid'], isInputPrivate: true },
    [good],
  ],
]
for (const [text, prefs, pipelines] of stored)
  test(`stores take what is of use from ${text}`, async () => {
    put('localStorage', holding(text))
    await usePrefs.persist.rehydrate()
    await useSavedPipelines.persist.rehydrate()
    assert.deepEqual([usePrefs.getState(), useSavedPipelines.getState()], [prefs, { pipelines }])
  })

for (const text of ['5', '"x"', '{}', '{"pipeline":{"steps":[5]},"text":""}', '{"pipeline":{"steps":[]},"text":5}'])
  test(`${text} is no pipeline that was being worked on`, () => {
    put('sessionStorage', holding(text))
    assert.equal(readDraft(), undefined)
  })

test('a browser that blocks its storage works, and keeps nothing', async () => {
  put('localStorage', { get: refuse })
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } })
  await usePrefs.persist.rehydrate()
  toggleFavourite('json')
  assert.deepEqual(usePrefs.getState().favourites, ['json'])
  applyTheme('dark')
  assert.equal(readTheme(), 'system')
  assert.equal(savePipeline(good), false)
  Reflect.deleteProperty(globalThis, 'document')
})

test('a browser without room says so of a pipeline, one with room keeps it', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  }
  put('localStorage', { value: { ...storage, setItem: refuse } })
  assert.equal(savePipeline(good), false)
  put('localStorage', { value: storage })
  assert.equal(savePipeline(good), true)
  forgetPipeline('a')
  assert.match(kept.get('pipelines') ?? '', /"pipelines":\[\]/)
})
