import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitiseHtml } from './sanitise.ts'

test('what a word processor pastes is left with its text and structure', () => {
  const pasted =
    '<!--[if gte mso 9]><xml></xml><![endif]--><style>p.MsoNormal{}</style><p class=MsoNormal style="margin:0"><span lang=EN-US style="font:x"><span>Ink</span></span><o:p></o:p></p><![if !supportLists]><font color=red>·</font><![endif]>'
  const { html, removed } = sanitiseHtml(pasted)
  assert.equal(html, '<p><span lang="EN-US">Ink</span></p>·')
  assert.deepEqual(Object.fromEntries(removed.map(({ what, times }) => [what, times])), {
    style: 2,
    class: 1,
    '<style>': 1,
    '<span>': 1,
    '<o:p>': 1,
    '<font>': 1,
  })
})

test('what could run is gone, and is said to be', () => {
  const { html, removed } = sanitiseHtml(
    '<img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><script src=y>z</script><section>b</section>',
  )
  assert.equal(html, '<img src="x"><a>a</a><section>b</section>')
  assert.deepEqual(new Set(removed.map(({ what }) => what)), new Set(['onerror', 'href', '<script>']))
})

test('a harmless text stays as it is, with nothing to say', () =>
  assert.deepEqual(sanitiseHtml('<p>a <b title="t">b</b></p>'), { html: '<p>a <b title="t">b</b></p>', removed: [] }))
