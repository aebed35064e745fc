import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findChunk } from './find-chunk.ts'
import { useSite } from './site.ts'

const { openPage } = useSite({ isHeavy: true })

const HASHED_BYTES = 100_000_000
const JSON_BYTES = 20_000_000

const state = { folder: '' }
before(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'octet-big-'))
  await writeFile(join(state.folder, 'zeros.bin'), '')
  await truncate(join(state.folder, 'zeros.bin'), HASHED_BYTES)
  await writeFile(join(state.folder, 'people.json'), makePeople())
})
after(() => rm(state.folder, { recursive: true }))

/** 20 MB of records in one line. */
function makePeople(): string {
  const rows: string[] = []
  for (let size = 2, id = 0; size < JSON_BYTES; id++) {
    const row = JSON.stringify({ id, name: `person ${id}`, mail: `p${id}@example.org`, tags: ['a', '中文'], at: { x: id / 8 } })
    rows.push(row)
    size += row.length + 1
  }
  return `[${rows.join(',')}]`
}

/**
 * Watches how long the page is busy at once: a timer that should fire every 10 ms is late by that much. Unlike frames, this does not
 * count the time in which a machine without a graphics card paints.
 */
async function watch(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { last: performance.now(), longest: 0 }
    setInterval(() => {
      const now = performance.now()
      seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
    }, 10)
    Object.assign(globalThis, { busy: seen })
  })
  return () =>
    page.evaluate(() => {
      const seen = (globalThis as unknown as { busy: { longest: number } }).busy
      const { longest } = seen
      seen.longest = 0
      return Math.round(longest)
    })
}

/** Begins to hash a large file in the usual ways, cancels, and hashes it in one way to its end; how long the page was busy at once, and the digest. */
async function hashFile(): Promise<{ longest: number; digest: string | null }> {
  const { page, problems, close } = await openPage('/crypto/md5')
  const takeLongest = await watch(page)
  await page.locator('.hash-files input[type=file]').setInputFiles(join(state.folder, 'zeros.bin'))
  const bar = page.locator('.hash-file progress')
  // In one go: on a busy machine the file may be done when who asks from outside is answered.
  const seen = await page.waitForFunction(() => {
    const part = document.querySelector<HTMLProgressElement>('.hash-file progress')?.value ?? 0
    if (part > 0) document.querySelector<HTMLElement>('[aria-label="Cancel zeros.bin"]')?.click()
    return part
  })
  const part = await seen.jsonValue()
  assert.ok(part > 0 && part < 1, `a part between 0 and 1, got ${part}`)
  await page.locator('.hash-file.cancelled').waitFor()
  assert.equal(await bar.count(), 0)
  await page.locator('select[name=algorithm]').selectOption('sha3-512')
  await page.locator('.hash-file.done').waitFor()
  const longest = await takeLongest()
  const digest = await page.locator('.hash-file .digests .value').textContent()
  assert.deepEqual(problems, [])
  await close()
  return { longest, digest }
}

// How long a page is held up depends on the machine, too: it is said, and judged by whoever reads it.

test('a 100 MB file is hashed with progress, cancelled, and hashed again to its end', async (context) => {
  const expected = createHash('sha3-512').update(Buffer.alloc(HASHED_BYTES)).digest('hex')
  const { longest, digest } = await hashFile()
  assert.equal(digest, expected)
  context.diagnostic(`the page was busy for at most ${longest} ms at once`)
})

/** Works through a large JSON; how long the page was busy in each step. */
async function workOnJson(): Promise<Record<string, number>> {
  const { page, problems, close } = await openPage('/format/json')
  const takeLongest = await watch(page)
  const busy: Record<string, number> = {}
  const step = async (name: string, act: () => Promise<void>) => {
    await takeLongest()
    await act()
    busy[name] = await takeLongest()
  }
  await step('format', async () => {
    await page.locator('.json-view input[type=file]').setInputFiles(join(state.folder, 'people.json'))
    await page.locator('.line code', { hasText: '"id": 0' }).waitFor()
  })
  await step('search the text', async () => {
    await page.locator('.search-line input').fill('p90000@')
    await page.locator('.line mark').waitFor()
  })
  await step('draw the tree', async () => {
    await page.getByRole('button', { name: 'Tree', exact: true }).click()
    await page.locator('.node .place').first().waitFor()
  })
  await step('search the tree', async () => {
    await page.locator('.search-line input').fill('p80000@')
    await page.locator('.node mark').waitFor()
  })
  assert.equal(await page.locator('.tree-foot code').textContent(), "$[80000]['mail']")
  await step('unfold all', async () => {
    await page.getByRole('button', { name: 'Expand all' }).click()
    await page.locator('.node[aria-expanded=true]').nth(1).waitFor()
  })
  await step('minify into one line', async () => {
    await page.locator('.output-pane').getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('button', { name: 'Minify', exact: true }).click()
    await page.locator('.line .quiet').waitFor()
  })
  assert.deepEqual(problems, [])
  await close()
  return busy
}

test('a 20 MB JSON is formatted, searched and folded while the page answers', async (context) => {
  context.diagnostic(`busy at once, ms: ${JSON.stringify(await workOnJson())}`)
})

test('a long run is cancelled', async () => {
  const { page, close } = await openPage('/format/json')
  // Repairing takes the longest.
  await page.getByRole('button', { name: 'Repair', exact: true }).first().click()
  await page.locator('.json-view input[type=file]').setInputFiles(join(state.folder, 'people.json'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.status progress').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.line').count(), 0)
  await close()
})

test('a long result shows its beginning until its editor is there', async () => {
  const { page, close } = await openPage('/format/css')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(findChunk('app/ui/code-mirror.ts'), async (route) => {
    await held
    await route.continue()
  })
  const rules = Array.from({ length: 5000 }, (_, index) => `.c${index}{margin:${index}px}`)
  await page.locator('textarea[name=text]').fill(rules.join(''))
  await page.locator('article[data-run=done]').waitFor()
  const waiting = page.locator('textarea[readonly]')
  assert.equal((await waiting.inputValue()).length, 20_000)
  letGo()
  await waiting.waitFor({ state: 'detached' })
  await close()
})
