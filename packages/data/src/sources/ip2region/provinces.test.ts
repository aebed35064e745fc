import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFiles } from '../../find-sources.ts'
import { parseTruth } from '../../score.ts'
import { readSteps } from '../../testing/steps.ts'
import source, { readIp2region } from './source.ts'

/** The bar of the data service: at least 98 of 100 carrier resolvers in the right province. */
test('the resolvers of Chinese carriers are found in their provinces', async () => {
  const truth = join(import.meta.dirname, '..', '..', 'truth', 'cn-resolvers.csv')
  const { rows } = parseTruth(await readFile(truth, 'utf8'))
  const files = await findFiles(source, '/nowhere')
  const steps = readSteps(await readIp2region(files![0]!))
  const wrong = rows.filter(
    ({ network, region }) => steps.findLast(({ start }) => start <= network.value)?.value?.region !== region,
  )
  const share = 1 - wrong.length / rows.length
  assert.ok(
    share >= 0.98,
    `${(100 * share).toFixed(1)} % right; wrong: ${wrong.map(({ network, region }) => `${network.value} ${region}`).join(', ')}`,
  )
})
