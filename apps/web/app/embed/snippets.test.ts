import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFrameSnippet, toScriptSnippet, type EmbedChoice } from './snippets.ts'

const choice: EmbedChoice = {
  id: 'case',
  origin: 'https://octet.example',
  lang: 'zh',
  theme: 'dark',
  query: 'to=lower&locale=tr',
  title: 'A "case"',
}

test('the script line names tool, language, colours and options', () => {
  assert.equal(
    toScriptSnippet(choice),
    '<script src="https://octet.example/embed.js" data-tool="case" data-lang="zh" data-title="A &quot;case&quot;" data-theme="dark" data-query="to=lower&amp;locale=tr" async></script>',
  )
})

test('the frame has the address that the script would make', () => {
  assert.match(
    toFrameSnippet(choice),
    /^<iframe src="https:\/\/octet\.example\/zh\/embed\/case\?to=lower&amp;locale=tr&amp;theme=dark" title="A &quot;case&quot;"/,
  )
})

test('what is as usual stays out of the address', () => {
  assert.match(toFrameSnippet({ ...choice, lang: 'en', theme: 'auto', query: '' }), /src="https:\/\/octet\.example\/embed\/case"/)
})
