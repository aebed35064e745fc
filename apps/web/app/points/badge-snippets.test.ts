import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBadgeSnippets } from './badge-snippets.ts'

const place = { origin: 'https://octet.example', lang: 'en' } as const

test('a badge leads to the page of its monitor, in the language of the page', () => {
  const { page, badgePath, markdown, html } = toBadgeSnippets({ id: 'a-1', title: 'Shop' }, { ...place, lang: 'zh' })
  assert.equal(page, 'https://octet.example/zh/monitor/a-1')
  assert.equal(badgePath, '/v1/shown-monitors/a-1/badge.svg?lang=zh')
  const badge = `https://octet.example${badgePath}`
  assert.equal(markdown, `[![Shop](${badge})](${page})`)
  assert.equal(html, `<a href="${page}"><img src="${badge}" alt="Shop" height="20"></a>`)
  assert.equal(toBadgeSnippets({ id: 'a-1', title: 'Shop' }, place).page, 'https://octet.example/monitor/a-1')
})

test('a title cannot leave its place', () => {
  const { markdown, html } = toBadgeSnippets({ id: 'a', title: '](x) "><script>&`' }, place)
  assert.equal(markdown.slice(0, markdown.indexOf('](https')), String.raw`[![\]\(x\) \"\>\<script\>\&${'\\`'}`)
  assert.match(html, /alt="\]\(x\) &quot;&gt;&lt;script&gt;&amp;`"/)
})
