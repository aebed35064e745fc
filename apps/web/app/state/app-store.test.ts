import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findModalsOff, hideModal, MODALS, setPaletteOpen, showModal, useAppStore } from './app-store.ts'
import { useToastStore } from './toast-store.ts'

for (const name of MODALS)
  test(`${name} opens and closes`, () => {
    showModal(name)
    assert.equal(useAppStore.getState().modals[name], true)
    hideModal(name)
    assert.equal(useAppStore.getState().modals[name], false)
  })

test('the login modal opens at a page and goes back to the first when hidden', () => {
  showModal('login', 3)
  assert.equal(useAppStore.getState().menuIndex, 3)
  hideModal('login')
  assert.equal(useAppStore.getState().menuIndex, 1)
})

test('one modal at a time, and the palette gives way', () => {
  setPaletteOpen(true)
  showModal('info')
  showModal('pay')
  assert.deepEqual(useAppStore.getState().modals, { pay: true })
  assert.equal(useAppStore.getState().isPaletteOpen, false)
})

test('a modal that the operator has switched off is said to be so, and stays shut', () => {
  const modalsOff = findModalsOff(['login', 'register', 'forgotPassword', 'pay', 'info', 'test', 'menu'])
  assert.deepEqual(modalsOff, ['feedback'])
  useAppStore.setState({ modals: {}, modalsOff })
  showModal('feedback')
  assert.deepEqual(useAppStore.getState().modals, {})
  assert.match(useToastStore.getState().toasts.at(-1)?.text ?? '', /switched this off/)
  useAppStore.setState({ modalsOff: [] })
})
