import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirect } from '@tanstack/react-router'
import { runMiddleware } from './middleware.ts'

const thrownBy = (names: readonly string[], isLoggedIn: boolean): unknown => {
  try {
    runMiddleware(names, { path: '/account', isLoggedIn })
  } catch (error) {
    return error
  }
}

test('auth sends a visitor who is not logged in to the home page', () => {
  const error = thrownBy(['auth'], false)
  assert.ok(isRedirect(error))
  assert.equal(error.options.to, '/')
})

test('auth lets a logged-in visitor through', () => assert.equal(thrownBy(['auth'], true), undefined))

test('an unknown name is an error that names it', () => {
  assert.throws(
    () => runMiddleware(['admin'], { path: '/x', isLoggedIn: true }),
    /Unknown route middleware “admin”: expected one of auth/,
  )
  assert.throws(() => runMiddleware(['toString'], { path: '/x', isLoggedIn: true }), /“toString”/)
})
