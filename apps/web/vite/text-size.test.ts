import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preprocessCSS, resolveConfig } from 'vite'
import { textSizePlugin } from './text-size.ts'

const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [textSizePlugin()] } } }, 'build')
const grow = async (css: string) => (await preprocessCSS(css, 'style.css', config)).code

const CASES: readonly (readonly [name: string, written: string, served: string])[] = [
  ['text', 'a { font-size: 13.5px }', 'a { font-size: 0.84375rem }'],
  ['text in the short form', 'a { font: 400 15px/1.55 serif }', 'a { font: 400 0.9375rem/1.55 serif }'],
  ['text between two bounds', 'a { font-size: clamp(34px, 7vw, 64px) }', 'a { font-size: clamp(2.125rem, 7vw, 4rem) }'],
  ['a control', 'a { min-height: 36px }', 'a { min-height: 2.25rem }'],
  ['a size of all pages', ':root { --bar: 56px }', ':root { --bar: 3.5rem }'],
  ['columns', 'a { grid-template-columns: 244px minmax(0, 1fr) }', 'a { grid-template-columns: 15.25rem minmax(0, 1fr) }'],
  ['room for something that lies above', 'a { padding: 8px 40px 8px 12px }', 'a { padding: 8px 2.5rem 8px 12px }'],
  ['a layout', '@media (max-width: 760px) { a { top: 0 } }', '@media (max-width: 47.5em) { a { top: 0 } }'],
  ['a layout by its box', '@container (width < 540px) { a { top: 0 } }', '@container (width < 33.75rem) { a { top: 0 } }'],
]
for (const [name, written, served] of CASES)
  test(`${name} follows the visitor's text size`, async () => assert.equal(await grow(written), served))

const STILL: readonly (readonly [name: string, css: string])[] = [
  ['lines', 'a { border: 1px solid; outline: 2px solid; border-radius: 10px }'],
  ['shadows', 'a { box-shadow: 0 12px 32px black; --shadow: 0 12px 32px black }'],
  ['small room', 'a { padding: 8px 20px; margin: -14px; gap: 12px }'],
  ['text of a drawing', 'a { font-size: 3.5px; stroke-width: 4px }'],
  ['addresses', 'a { background: url("/a-40px.svg"); mask: url(b40px.svg) }'],
  ['other units', 'a { width: 40% ; height: 3lh }'],
]
for (const [name, css] of STILL) test(`${name}: as written`, async () => assert.equal(await grow(css), css))
