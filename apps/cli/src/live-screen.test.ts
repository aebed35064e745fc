import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveScreen } from './live-screen.ts'

function open(terminal: { isTTY?: boolean; columns?: number; rows?: number }) {
  let written = ''
  const out = { ...terminal, write: (text: string) => void (written += text) }
  return { out, screen: new LiveScreen(out), take: () => [written, (written = '')][0] }
}

test('lines take the place of those before, and go away at the end', () => {
  const { screen, take } = open({ isTTY: true, columns: 20, rows: 10 })
  screen.draw(['one', 'two'])
  assert.equal(take(), 'one\ntwo\n')
  screen.draw(['three'])
  assert.equal(take(), '\u001b[2A\u001b[Jthree\n')
  screen[Symbol.dispose]()
  assert.equal(take(), '\u001b[1A\u001b[J')
})

test('a small terminal gets what fits', () => {
  const { screen, take } = open({ isTTY: true, columns: 5, rows: 3 })
  screen.draw(['1234567', '东京都', 'three'])
  assert.equal(take(), '1234…\n东京…\n')
})

test('a terminal that became narrower is erased as high as its lines are now', () => {
  const { out, screen, take } = open({ isTTY: true, columns: 20, rows: 10 })
  screen.draw(['0123456789', 'x'])
  take()
  out.columns = 4
  screen[Symbol.dispose]()
  assert.equal(take(), '\u001b[4A\u001b[J')
})

test('what is no terminal is left alone', () => {
  const { screen, take } = open({})
  screen.draw(['one'])
  screen[Symbol.dispose]()
  assert.equal(take(), '')
})
