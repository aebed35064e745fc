import { buildDatabase } from '@octet/data/build.ts'
import { readManifest } from '@octet/data/manifest.ts'
import { defineCommand, UsageError } from '../command.ts'

export default defineCommand({
  summary: { en: 'Build the address data, or say what is there', zh: '构建地址数据，或查看现有数据' },
  usage: ['octet data status', 'octet data build'],
  async run({ words: [verb = 'status'], config, print, remark }) {
    if (verb === 'build') {
      let last = ''
      const manifest = await buildDatabase({
        varFolder: config.varFolder,
        onProgress({ id, text }) {
          if (id !== last) remark(text[config.lang])
          last = id
        },
      })
      return print(`${manifest.build}\n`)
    }
    if (verb !== 'status') throw new UsageError(`expected status or build, got “${verb}”`)
    const manifest = await readManifest(config.varFolder)
    if (!manifest) return print('no data yet: run octet data build\n')
    const sources = manifest.sources.map(
      ({ id, date, rows, licence: { name } }) =>
        `  ${id.padEnd(26)} ${date ?? 'no date'}  ${String(rows).padStart(9)} rows  ${name}\n`,
    )
    await print(`build ${manifest.build}, ${manifest.rows.v4} IPv4 and ${manifest.rows.v6} IPv6 ranges\n${sources.join('')}`)
  },
})
