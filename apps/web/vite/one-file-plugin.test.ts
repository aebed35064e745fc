import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { build, type Rolldown } from 'vite'
import { oneFilePlugin } from './one-file-plugin.ts'

const TOOLS = join(import.meta.dirname, '../../../packages/tools/package.json')
const JQ = createRequire(TOOLS).resolve('jq-wasm/dist/build/jq.js')

/** A build of its own, as each worker has one, that asks for jq beside something else. */
async function buildWorker(text: string): Promise<Rolldown.RolldownOutput['output']> {
  const entry = `export const text = ${JSON.stringify(text)}; export const load = () => import(${JSON.stringify(JQ)})`
  const asked = {
    name: 'asked',
    resolveId: (id: string) => (id === 'asked' ? id : undefined),
    load: (id: string) => (id === 'asked' ? entry : undefined),
  }
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [asked, oneFilePlugin()],
    build: { write: false, rolldownOptions: { input: 'asked', preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  return built.output
}

test('builds that both ask for jq name the same one file, and bring it nowhere else', async () => {
  const workers = await Promise.all(['first', 'second'].map(buildWorker))
  const files = workers.map((output) => {
    for (const part of output) if (part.type === 'chunk') assert.ok(part.code.length < 5_000, part.fileName)
    const assets = output.filter(({ type }) => type === 'asset')
    assert.equal(assets.length, 1)
    return assets[0] as Rolldown.OutputAsset
  })
  assert.equal(files[0]!.fileName, files[1]!.fileName)
  assert.match(files[0]!.fileName, /jq-[\w-]{8}\.js$/)
  for (const output of workers)
    assert.ok(output.some((part) => part.type === 'chunk' && part.code.includes(files[0]!.fileName.replace('assets/', ''))))
  const { default: createJq } = await import(`data:text/javascript,${encodeURIComponent(String(files[0]!.source))}`)
  assert.equal(typeof createJq, 'function')
})
