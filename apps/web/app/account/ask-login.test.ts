import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useAppStore } from '../state/app-store.ts'
import { useToastStore } from '../state/toast-store.ts'
import { askLogin, askWhoWasSentHome, noteDeleted, takeWanted, tellLoggedOut } from './ask-login.ts'

const page = { cookie: '', documentElement: { lang: 'en' } }
const stored = new Map<string, string>()
beforeEach(() => {
  Object.assign(globalThis, {
    document: page,
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
  })
  useAppStore.setState({ modals: {} })
  stored.clear()
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document')
  Reflect.deleteProperty(globalThis, 'sessionStorage')
})

test('a visitor who was sent home is asked once, and gets the wanted page once', () => {
  page.cookie = 'a=b; wanted=/account/billing'
  askWhoWasSentHome()
  assert.equal(useAppStore.getState().modals.login, true)
  assert.match(page.cookie, /^wanted=; .*max-age=0/)
  assert.deepEqual([takeWanted(), takeWanted()], ['/account/billing', ''])
})

test('nobody else is asked', () => {
  page.cookie = 'token=x'
  askWhoWasSentHome()
  assert.deepEqual(useAppStore.getState().modals, {})
})

for (const path of ['//evil.test', '/\\evil.test', 'https:evil.test', '/%2f%2fevil.test', 'javascript:alert(1)'])
  test(`${path} is no page of this site`, () => {
    askLogin(path)
    assert.equal(takeWanted(), '')
  })

test('who has deleted the account is told so on the next page, once', () => {
  const said = () => useToastStore.getState().toasts.at(-1)?.text
  noteDeleted()
  tellLoggedOut()
  assert.equal(said(), 'Your account has been deleted')
  tellLoggedOut()
  assert.equal(said(), 'You are logged out')
})
