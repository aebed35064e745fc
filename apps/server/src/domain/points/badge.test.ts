import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawBadge } from './badge.ts'
import type { ShownMonitor } from './shown-monitor.ts'

const toShown = (title: string, state: ShownMonitor['state'] = 'good', share: number | null = 99.98) =>
  ({ title, state, availability: [{ days: 30, per_cent: share, runs: 1 }] }) as unknown as ShownMonitor

for (const [state, en, zh] of [
  ['good', 'Shop: up · 99.98% in 30 days', 'Shop: 正常 · 30 天 99.98%'],
  ['bad', 'Shop: down · 99.98% in 30 days', 'Shop: 异常 · 30 天 99.98%'],
  ['paused', 'Shop: paused · 99.98% in 30 days', 'Shop: 已暂停 · 30 天 99.98%'],
] as const)
  test(`${state}: ${en}`, () => {
    for (const [lang, words] of [['en', en] as const, ['zh', zh] as const]) {
      const svg = drawBadge(toShown('Shop', state), lang)
      assert.ok(svg.includes(`role="img" aria-label="${words}" xml:lang="${lang}"><title>${words}</title>`), svg)
    }
  })

test('before the first run it says the state alone', () =>
  assert.match(drawBadge(toShown('Shop', 'unknown', null), 'en'), /<title>Shop: not known<\/title>/))

const TAGS = /<\/?(?:svg|title|rect|path|g|text)(?: [\w:-]+="[^"<]*")*\/?>/g

for (const title of [
  '&<>"\'',
  '\ud800 half a pair',
  '\u0000\u001b\ufffe',
  '商城'.repeat(60),
  '👩‍👩‍👧'.repeat(30),
  ']]>',
  'a'.repeat(80),
])
  test(`${JSON.stringify(title.slice(0, 20))} makes a sound picture`, () => {
    const svg = drawBadge(toShown(title), 'zh')
    assert.doesNotMatch(svg.replaceAll(TAGS, ''), /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
    assert.doesNotMatch(svg, /[\p{Cc}\ufffe]/u)
    assert.ok(svg.isWellFormed())
    assert.ok(Number(/ width="(\d+)"/.exec(svg)?.[1]) < 900)
  })
