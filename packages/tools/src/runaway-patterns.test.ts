import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { splitCommand } from './convert/cron/command.ts'
import cron from './kinds/cron.ts'
import { queryJson } from './lib/json/path.ts'
import { parseJsonTree } from './lib/json/tree.ts'
import { isDmarcText } from './lookup/mail-reports/dmarc.ts'

/** Texts that a pattern could take apart in more ways than there is time for. */
const rows: [string, () => unknown][] = [
  ['a report of DMARC', () => isDmarcText(`<?xml${'l:feedback><!----><?xml>\t<!----><?xml'.repeat(2_000)}k:feedback\t`)],
  ['a field of cron', () => cron.detect(`* * * * 0W${'ALW/'.repeat(2_000)}!`)],
  ['a command of cron', () => splitCommand(`* * * * * WAWL${'WWWLWWWLWWWLWWW#'.repeat(2_000)}*`)],
  [
    'an I-Regexp',
    () =>
      queryJson(parseJsonTree('["a"]'), `$[?match(@,'[${'\\\\'.repeat(2_000)}.')]`).then((found) =>
        assert.equal(found.length, 0),
      ),
  ],
]
for (const [name, run] of rows)
  test(`${name} is soon read`, { timeout: 60_000 }, async () => {
    const startedMs = readWorkMs()
    await run()
    assert.ok(readWorkMs() - startedMs < 20_000)
  })
