import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanHtml } from './scan.ts'

const list = (text: string) => Array.from(scanHtml(text), ({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)

test('a less-than sign without a name, a slash or a mark behind it is text', () => {
  assert.deepEqual(list('a < b <1 </ </1 <ſ <'), ['text a < b <1 </ </1 <ſ <'])
  assert.deepEqual(list('a<B>c</B >d<?e?><!f>'), [
    'text a',
    'open <B>',
    'text c',
    'close </B >',
    'text d',
    'comment <?e?>',
    'comment <!f>',
  ])
})

test('between attributes stands any white space, and a slash that ends nothing', () => {
  const [token] = scanHtml('<a\u3000x\u00a0/y = "1"\nz=\'2\'/ w=3/ / >')
  assert.deepEqual(token?.kind === 'open' && token.attributes, ['x', 'y = "1"', "z='2'", 'w=3/'])
  assert.deepEqual(
    ['<a/>', '<a />', '<a / >', '<a b=/>', '<a b/>'].map((text) => {
      const [tag] = scanHtml(text)
      return tag?.kind === 'open' && tag.isSelfClosed
    }),
    [true, true, false, false, true],
  )
})
