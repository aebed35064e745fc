import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../testing/folder.ts'
import source from './source.ts'

async function parse(text: string) {
  await using folder = await makeFolder()
  const path = join(folder.path, 'ip-to-asn.csv.zip')
  await writeFile(path, text)
  return await Array.fromAsync(source.parse([path]))
}

const HEAD = 'network,asn,country_code,name,org,domain\n'

test('each network has the domain of its first row that names one', async () => {
  const rows = [
    '192.0.2.0/25,64500,DE,EX,"Example, Inc.",',
    '192.0.2.128/25,64500,DE,EX,"Example, Inc.",Example.com',
    '2001:db8::/32,64500,DE,EX,"Example, Inc.",other.example',
    '198.51.100.0/24,64501,,NO,Nobody,none',
  ]
  assert.deepEqual(await parse(`${HEAD}${rows.join('\r\n')}\r\n`), [{ asn: 64_500, domain: 'example.com' }])
})

test('a file of other columns is refused', async () => {
  await assert.rejects(parse('network,asn\n'), /expected the columns network,asn,country_code,name,org,domain, got “network,asn”/)
})
