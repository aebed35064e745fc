import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findReturned, handOver, keepDraft, keepForReturn, keepHandedOver, offerDraft, takeDraft } from './draft.ts'

const MAX_CHARS = 1_000
/** The storage of a browser that has room for few characters. */
class SmallStorage {
  readonly [name: string]: unknown
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null
  }
  setItem(name: string, text: string): void {
    const rest = Object.entries(this).filter(([other]) => other !== name)
    if (rest.reduce((sum, [, kept]) => sum + String(kept).length, text.length) > MAX_CHARS)
      throw new DOMException('no room', 'QuotaExceededError')
    Object.assign(this, { [name]: text })
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name)
  }
}

const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
Object.defineProperty(globalThis, 'sessionStorage', { value: new SmallStorage(), configurable: true })
after(() => before && Object.defineProperty(globalThis, 'sessionStorage', before))

const text = 'x'.repeat(300)

test('where there is no room the oldest page makes way for the newest', () => {
  for (const at of [9, 10, 11, 12]) keepForReturn(`draft json ${at}`, { text })
  assert.equal(findReturned('draft json 9'), undefined)
  for (const at of [10, 11, 12]) assert.deepEqual(findReturned(`draft json ${at}`), { text })
})

test('the input on show outlives a page that is loaded anew, too', () => {
  offerDraft(() => ({ id: 'json', input: { text } }))
  keepDraft()
  assert.deepEqual(takeDraft('json'), { text })
})

test('what was handed over outlives a page that is loaded whole', () => {
  handOver('json', { text })
  keepHandedOver()
  assert.deepEqual(takeDraft('json'), { text }, 'by the page itself')
  assert.deepEqual(takeDraft('json'), { text }, 'by the page that is loaded')
  assert.equal(takeDraft('json'), undefined)
})

test('what never has room leaves nothing older behind under its name', () => {
  keepForReturn('draft json 13', { text: 'first' })
  keepForReturn('draft json 13', { text: 'y'.repeat(MAX_CHARS) })
  assert.equal(findReturned('draft json 13'), undefined)
})
