import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { buildDatabase } from '@octet/data/build.ts'
import { rollBack } from '@octet/data/roll-back.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer } from '@octet/data/testing/small-sources.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { Builds } from './builds.ts'
import { IpService } from './ip-service.ts'

const toSecond = () => new Date().toISOString().slice(0, 19)

test('as of today a build that was rolled back answers no more than without a day', async () => {
  await using folder = await makeFolder()
  const build = (country: string) => {
    const place = { country, region: 'Upper', city: 'North', latitude: 10, longitude: 0, radiusKm: 20 }
    const layer = makeLayer('location', 'places', { 4: [{ first: 0x0100_0000n, last: 0x0100_00ffn, value: place }] })
    return buildDatabase({ varFolder: folder.path, sources: [...makeBasis(), layer] })
  }
  const good = await build('AA')
  const then = toSecond()
  await until(() => toSecond() !== then, 'builds of another second have another name')
  const bad = await build('BB')
  const ask = async () => {
    await using database = await openDatabase(folder.path)
    const { build: served, date, rows } = database
    const ip = new IpService({
      current: () => database,
      state: () => ({ state: 'ready', build: served, date: date.slice(0, 10), rows }),
      resolve: () => Promise.reject(new Error('no name is asked for')),
    })
    await using builds = new Builds(folder.path, ip)
    const today = new Date().toISOString().slice(0, 10)
    return (await builds.at(today)).lookup('1.0.0.1', 'en').build
  }
  assert.equal(await ask(), bad.build)
  await rollBack(folder.path)
  assert.equal(await ask(), good.build)
})
