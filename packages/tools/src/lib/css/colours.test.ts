import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listColours } from './colours.ts'
import { parseCss } from './format.ts'

test('colours are counted by what they are, not by how they are written', async () => {
  const css = `a { color: #F00; background: url(red.png) no-repeat rgb(255 0 0 / 100%), "blue" }
.red { border: 1px solid Red; font-family: Tan; animation: red 1s }
b { --brand: hsl(0, 100%, 50%); box-shadow: 0 0 1px rgba(0,0,0,.5), 0 0 2px color-mix(in srgb, red 10%, white) }
@media print { c { fill: transparent; color: rgb(var(--x) / 50%); width: calc(1px + 2px) } }`
  assert.deepEqual(
    listColours(await parseCss(css)).map(({ hex, spellings, count, lines }) => [hex, spellings, count, lines]),
    [
      ['#ff0000', ['#F00', 'rgb(255 0 0 / 100%)', 'Red', 'hsl(0, 100%, 50%)'], 4, [1, 2, 3]],
      ['#00000080', ['rgba(0,0,0,.5)'], 1, [3]],
      ['', ['color-mix(in srgb, red 10%, white)'], 1, [3]],
      ['#00000000', ['transparent'], 1, [4]],
      ['', ['rgb(var(--x) / 50%)'], 1, [4]],
    ],
  )
})
