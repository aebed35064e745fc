import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideModal, MODALS, setPaletteOpen, showModal, useAppStore } from './app-store.ts'

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
