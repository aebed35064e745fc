import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { say, showToast, toast, useToastStore } from './toast-store.ts'

mock.timers.enable({ apis: ['setTimeout'] })
const shown = () => useToastStore.getState().toasts.map(({ text }) => text)
beforeEach(() => useToastStore.setState({ toasts: [] }))

test('at most three are kept, the oldest goes', () => {
  const counts = ['a', 'b', 'c', 'd', 'e'].map((text) => {
    toast.msg(text)
    return shown().length
  })
  assert.deepEqual(counts, [1, 2, 3, 3, 3])
  assert.deepEqual(shown(), ['c', 'd', 'e'])
})

for (const type of ['msg', 'success', 'error', 'warning'] as const)
  test(`${type} closes by itself after 1500 ms`, () => {
    toast[type](type)
    mock.timers.tick(1499)
    assert.deepEqual(shown(), [type])
    mock.timers.tick(1)
    assert.deepEqual(shown(), [])
  })

test('a toast without a duration stays for 2400 ms', () => {
  showToast({ text: 'plain' })
  mock.timers.tick(2399)
  assert.deepEqual(shown(), ['plain'])
  mock.timers.tick(1)
  assert.deepEqual(shown(), [])
})

test('the close button is there only when asked for', () => {
  toast.warning('without')
  toast.warning('with', true)
  assert.deepEqual(
    useToastStore.getState().toasts.map(({ hasClose }) => hasClose),
    [false, true],
  )
})

test('what is only read out is no toast, and goes, so that it can be said again', () => {
  say('copied')
  assert.deepEqual([useToastStore.getState().said, shown()], ['copied', []])
  mock.timers.tick(1000)
  say('copied')
  mock.timers.tick(1499)
  assert.equal(useToastStore.getState().said, 'copied')
  mock.timers.tick(1)
  assert.equal(useToastStore.getState().said, '')
})
