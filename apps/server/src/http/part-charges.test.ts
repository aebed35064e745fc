import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { PartCharges } from './part-charges.ts'

/** A response whose writes end when the test says so. */
function createResponse() {
  const done: (() => void)[] = []
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    write: (_chunk: string, then: () => void) => done.push(then) > 0,
  })
  const cut = () => {
    raw.destroyed = true
    raw.emit('close')
  }
  return { raw: raw as unknown as ServerResponse, done, cut }
}

function startParts() {
  const { raw, done, cut } = createResponse()
  const parts = new PartCharges()
  const told: string[] = []
  const hold = (name: string) => ({
    settle: (status: number, answered?: number) => void told.push([name, status, answered].filter(Boolean).join(' ')),
    giveBack: () => void told.push(`${name} back`),
  })
  parts.watch(raw)
  const make = (name: string) => {
    parts.add(hold(name), 10)
    parts.close(`${name}${name}`)
  }
  return { parts, raw, done, cut, told, hold, make, give: (name: string) => raw.write(`${name}${name}`) }
}

test('a part is charged when the system has taken it, and not when it is made', () => {
  const { done, told, make, give } = startParts()
  make('a')
  make('b')
  assert.deepEqual(told, [])
  give('a')
  assert.deepEqual(told, [])
  done[0]?.()
  assert.deepEqual(told, ['a 200'])
})

test('of a part that was begun, as much is charged as was given to the connection', () => {
  const { raw, cut, told, make } = startParts()
  make('aa')
  make('bb')
  raw.write('aaaab')
  cut()
  assert.deepEqual(told, ['aa 200', 'bb 200 3'])
})

test('of a client that leaves, what is being handed over is charged and the rest given back', () => {
  const { parts, done, cut, told, hold, make, give } = startParts()
  for (const name of ['a', 'b', 'c']) make(name)
  parts.add(hold('d'), 10)
  give('a')
  done[0]?.()
  give('b')
  cut()
  assert.deepEqual(told, ['a 200', 'b 200', 'c back', 'd back'])
  done[1]?.() // a broken connection ends its writes, too
  parts.add(hold('e'), 10) // what was on its way to be made
  assert.deepEqual(told.slice(4), ['e back'])
})

test('parts without units are counted in their order', () => {
  const { parts, raw, done, told, make, give } = startParts()
  parts.close('header')
  make('a')
  raw.write('header')
  done[0]?.()
  assert.deepEqual(told, [])
  give('a')
  raw.emit('finish')
  assert.deepEqual(told, ['a 200'])
})
