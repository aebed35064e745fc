import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { inflateSync } from 'node:zlib'
import { DIST } from '../../apps/web/build/dist.ts'
import { toFailure } from '../../packages/core/src/envelope.ts'
import { isAppError } from '../../packages/core/src/errors.ts'
import type { Host } from '../../packages/core/src/host.ts'
import type { AnyTool } from '../../packages/core/src/tool.ts'
import { loadTools } from '../../packages/tools/src/registry.ts'
import { answerTool } from '../../packages/tools/src/run.ts'
import { createTestHost } from '../../packages/tools/src/testing/host.ts'
import type { OtherBrowser } from './other-browser.ts'

const DAY_MS = 86_400_000

/** An example that differs, with what came here and there. */
export type Difference = { readonly name: string; readonly here: unknown; readonly there: unknown }

/**
 * Runs every example of every tool without needs in the worker of the site, in the browser and in Node. An answer
 * that chance or the clock has a part in is compared by its shape.
 */
export async function compareTools(browser: OtherBrowser, origin: string): Promise<{ count: number; differences: Difference[] }> {
  const worker = readdirSync(join(DIST, 'client/assets')).find((name) => /^tool-worker-.*\.js$/.test(name))
  if (!worker) throw new Error('expected the worker of the tools in the build')
  await browser.open(`${origin}/convert/daxiaoxie`)
  await browser.click('.examples button') // the page's own worker brings the policy that a second one needs
  await browser.waitFor('.tool[data-run=done]')
  await browser.evaluate(startWorker, `/assets/${worker}`)
  const tools = (await loadTools()).filter(({ needs = [] }) => needs.length === 0)
  const examples = tools.flatMap((tool) =>
    tool.examples.map(({ name, input }) => ({ tool, name: `${tool.id}: ${name.en}`, input })),
  )
  const differences: Difference[] = []
  for (const { tool, name, input } of examples) {
    const there = toComparable(await browser.evaluate(runInWorker, tool.id, await toSendable(input)).catch(String))
    const { answer: here, isFixed } = await answerHere(tool, input)
    const isSame = isFixed ? isDeepStrictEqual(here, there) : isDeepStrictEqual(toShape(here), toShape(there))
    if (!isSame) differences.push({ name, here, there })
  }
  return { count: examples.length, differences }
}

/** What Node says, and whether it would say the same again: without random bytes, and on a day in the next year. */
async function answerHere(tool: AnyTool, input: unknown): Promise<{ answer: unknown; isFixed: boolean }> {
  let isRandom = false
  const ask = (days: number) =>
    toAnswer(tool, input, {
      now: () => new Date(Date.now() + days * DAY_MS),
      random: (sizeBytes) => {
        isRandom = true
        return crypto.getRandomValues(new Uint8Array(sizeBytes))
      },
    })
  const answer = await ask(0)
  return { answer, isFixed: isDeepStrictEqual(answer, await ask(400.4)) && !isRandom }
}

/** As the envelope of the worker, through JSON. */
async function toAnswer(tool: AnyTool, input: unknown, overrides: Partial<Host>): Promise<unknown> {
  try {
    const data = await answerTool(tool, input, createTestHost(overrides))
    return toComparable({ code: 200, data: JSON.parse(JSON.stringify(data)) })
  } catch (error) {
    if (!isAppError(error)) throw error
    const { code, data } = toFailure(error, 'en')
    return JSON.parse(JSON.stringify({ code, data }))
  }
}

/** Programs pack the same picture differently: what counts are its points. */
function toComparable(value: unknown): unknown {
  const image = typeof value === 'string' && /^data:image\/png;base64,(.*)$/.exec(value)?.[1]
  if (image) return readPoints(Buffer.from(image, 'base64')).toString('base64')
  if (Array.isArray(value)) return value.map(toComparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toComparable(inner)]))
}

/** The head of a PNG and its unpacked points (W3C PNG §5.3). */
function readPoints(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return Buffer.concat([png.subarray(8, 33), inflateSync(Buffer.concat(parts))])
}

function toShape(value: unknown): unknown {
  if (Array.isArray(value)) return [toShape(value[0])]
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toShape(inner)]))
}

/** JSON cannot carry bytes: a file becomes base64 under a name of its own. */
async function toSendable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { base64OfFile: Buffer.from(await value.arrayBuffer()).toString('base64'), type: value.type }
  if (Array.isArray(value)) return Promise.all(value.map(toSendable))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(async ([key, inner]) => [key, await toSendable(inner)] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

type Started = { readonly worker: Worker; last: number }

/** In the page: another worker of the site, under the site's policy, which the watching script has kept. */
function startWorker(path: string): void {
  const { ownPolicy } = globalThis as { ownPolicy?: { createScriptURL(url: string): string } }
  const url = ownPolicy?.createScriptURL(path) ?? path
  Object.assign(globalThis, { started: { worker: new Worker(url, { type: 'module' }), last: 0 } })
}

/** In the page: asks the worker as Comlink does. It gets two ears, for results on the way and for a limit, to which nobody listens. */
function runInWorker(id: string, input: unknown): Promise<unknown> {
  const revive = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(revive)
    if ('base64OfFile' in value && 'type' in value) {
      const content = Uint8Array.from(atob(String(value.base64OfFile)), (char) => char.codePointAt(0) ?? 0)
      return new Blob([content], { type: String(value.type) })
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]))
  }
  const { started } = globalThis as unknown as { started: Started }
  const asked = `trial-${started.last++}`
  const ears = [new MessageChannel().port2, new MessageChannel().port2]
  const words = [id, revive(input), 'en'].map((value) => ({ type: 'RAW', value }))
  const argumentList = [...words, ...ears.map((value) => ({ type: 'HANDLER', name: 'proxy', value }))]
  return new Promise((resolve, reject) => {
    started.worker.addEventListener('error', ({ message }) => reject(new Error(`the worker failed: ${message}`)), { once: true })
    started.worker.addEventListener('message', function listen({ data }) {
      if (data.id !== asked) return
      started.worker.removeEventListener('message', listen)
      resolve(data.type === 'RAW' ? { code: data.value.code, data: data.value.data } : { code: 0, data: String(data.value) })
    })
    started.worker.postMessage({ id: asked, type: 'APPLY', path: ['run'], argumentList }, ears)
  })
}
