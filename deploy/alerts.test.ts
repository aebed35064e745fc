import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'

const PROMTOOL = '/usr/bin/promtool'
const PATH = join(import.meta.dirname, 'prometheus/alerts.yaml')

type Rule = {
  readonly alert?: string
  readonly expr: string
  readonly labels?: { readonly severity: string }
  readonly annotations?: { readonly summary: string; readonly description: string }
}
const [{ rules }] = (parse(readFileSync(PATH, 'utf8')) as { groups: [{ rules: Rule[] }] }).groups
const alerts = rules.filter(({ alert }) => alert !== undefined)

/** When an alert is looked at, and the labels with which it fires then beside its severity; none: it is silent. */
type Look = readonly [at: string, alert: string, fires?: Readonly<Record<string, string>>]
/** Series in the notation of promtool, `start+step x times`. */
type Case = {
  readonly series: Readonly<Record<string, string>>
  readonly looks: readonly Look[]
  readonly interval?: string
  readonly ratios?: Readonly<Record<string, readonly [at: string, ratio: number]>>
}

const toAnswers = (route: string, status: number) =>
  `octet_http_request_seconds_count{instance="a",method="GET",route="${route}",status="${status}"}`
const HOT = 'octet_hot_lookups_total{instance="a",reader="front"}'

const CASES: Readonly<Record<string, Case>> = {
  'a tenth of all answers for half an hour, and the alert ends soon after': {
    series: {
      [toAnswers('/v1/keys', 200)]: '0+540x600',
      [toAnswers('/v1/keys', 500)]: '0x120 60+60x29 1800x450',
      [HOT]: '0x600',
    },
    ratios: { 'octet:errors:ratio5m': ['140m', 0.1] },
    looks: [
      ['119m', 'OctetErrorsFast'],
      ['130m', 'OctetErrorsFast', {}],
      // The hour still has errors in it, the last five minutes have none.
      ['160m', 'OctetErrorsFast'],
      ['160m', 'OctetErrorsSlow', {}],
      ['200m', 'OctetErrorsSlow'],
    ],
  },
  'a few errors of a small site, and probes of a server that stops': {
    series: {
      [toAnswers('/v1/keys', 200)]: '0+1x600',
      [toAnswers('/v1/keys', 500)]: '0x120 0+1x5 5x450',
      [toAnswers('/readyz', 503)]: '0+30x600',
      [HOT]: '0x600',
    },
    looks: [
      ['126m', 'OctetErrorsFast'],
      ['150m', 'OctetErrorsSlow'],
    ],
  },
  'lookups below the framework alone': {
    series: { [HOT]: '0+1000x60' },
    ratios: { 'octet:errors:ratio1h': ['50m', 0] },
    looks: [['50m', 'OctetErrorsFast']],
  },
  'no figures at all': {
    series: { 'octet_data_ready{instance="a"}': '1x10 _x20' },
    looks: [
      ['10m', 'OctetGone'],
      ['20m', 'OctetGone', {}],
    ],
  },
  'a server that comes back three times, and one that is exchanged once': {
    series: {
      'octet_process_start_time_seconds{instance="a"}': '100x9 700x9 1300x9 1900x60',
      'octet_process_start_time_seconds{instance="b"}': '100x9 700x90',
    },
    looks: [
      ['25m', 'OctetRestarting'],
      ['31m', 'OctetRestarting', { instance: 'a' }],
      ['70m', 'OctetRestarting'],
    ],
  },
  'one server of two': {
    series: {
      'octet_process_open_fds{instance="a"}': '60000x30',
      'octet_process_max_fds{instance="a"}': '65536x30',
      'octet_process_open_fds{instance="b"}': '600x30',
      'octet_process_max_fds{instance="b"}': '65536x30',
      'octet_loop_delay_seconds{instance="a"}': '0.5x30',
      'octet_loop_delay_seconds{instance="b"}': '0.02x30',
      'octet_meter_unwritten{instance="a"}': '20000x30',
      'octet_meter_unwritten{instance="b"}': '12x30',
      'octet_storage_configured{instance="a"}': '1x30',
      'octet_storage_listening{instance="a"}': '0x30',
      // Without accounts it need not hear of keys.
      'octet_storage_configured{instance="b"}': '0x30',
      'octet_storage_listening{instance="b"}': '0x30',
    },
    looks: ['OctetFilesRunOut', 'OctetLoopSlow', 'OctetCountsWaiting', 'OctetStorageDeaf'].flatMap((alert): Look[] => [
      ['4m', alert],
      ['15m', alert, { instance: 'a' }],
    ]),
  },
  'address data that is old, or missing on one server': {
    interval: '1h',
    series: {
      'octet_data_age_seconds{instance="a"}': '0+3600x300',
      'octet_data_ready{instance="a"}': '1x300',
      'octet_data_ready{instance="b"}': '1x200 0x100',
    },
    looks: [
      ['240h', 'OctetDataOld'],
      ['243h', 'OctetDataOld', {}],
      ['200h', 'OctetDataMissing'],
      ['202h', 'OctetDataMissing', {}],
    ],
  },
  'a source that one update refuses': {
    interval: '5m',
    series: {
      'octet_update_sources{instance="a",outcome="refused"}': '0x11 1x287 0x100',
      'octet_update_failed{instance="a"}': '0x400',
    },
    looks: [
      ['24h', 'OctetSourcesRefused'],
      ['30h', 'OctetSourcesRefused'],
    ],
  },
  'a source that two updates refuse': {
    interval: '5m',
    series: {
      'octet_update_sources{instance="a",outcome="refused"}': '0x11 1x400',
      'octet_update_failed{instance="a"}': '0x400',
    },
    looks: [['30h', 'OctetSourcesRefused', {}]],
  },
  'updates that cannot be published': {
    interval: '5m',
    series: { 'octet_update_failed{instance="a"}': '1x400' },
    looks: [['30h', 'OctetSourcesRefused', {}]],
  },
  'the account database away for one server, then for all': {
    series: {
      'octet_part_up{instance="a",part="accounts"}': '1x5 0x40',
      'octet_part_up{instance="b",part="accounts"}': '1x25 0x20',
      'octet_part_up{instance="a",part="lookup"}': '1x45',
      'octet_part_up{instance="b",part="lookup"}': '1x45',
    },
    looks: [
      ['10m', 'OctetPartFailing'],
      ['20m', 'OctetAccountsFailing'],
      ['20m', 'OctetPartFailing', { instance: 'a', part: 'accounts' }],
      ['30m', 'OctetAccountsFailing', {}],
      ['30m', 'OctetLookupsFailing'],
    ],
  },
  'no server looks anything up': {
    series: { 'octet_part_up{instance="a",part="lookup"}': '1x2 0x20' },
    looks: [
      ['4m', 'OctetLookupsFailing'],
      ['8m', 'OctetLookupsFailing', {}],
    ],
  },
  'a mail server that takes nothing': {
    series: { 'octet_mail_failing{instance="a"}': '0x2 1x20' },
    looks: [
      ['9m', 'OctetMailFailing'],
      ['16m', 'OctetMailFailing', {}],
    ],
  },
}

for (const [name, { series, looks, interval = '1m', ratios = {} }] of Object.entries(CASES))
  test(`alerts: ${name}`, { skip: !existsSync(PROMTOOL) && 'no promtool on this machine' }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-alerts-'))
    await copyFile(PATH, join(folder.path, 'alerts.yaml'))
    const promtool = {
      rule_files: ['alerts.yaml'],
      evaluation_interval: interval,
      tests: [
        {
          interval,
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: Object.entries(ratios).map(([expr, [at, value]]) => ({
            expr: `round(${expr}, 0.001)`,
            eval_time: at,
            exp_samples: [{ labels: '{}', value }],
          })),
          alert_rule_test: looks.map(([at, alert, fires]) => ({
            eval_time: at,
            alertname: alert,
            exp_alerts: fires ? [toAlert(alert, fires)] : [],
          })),
        },
      ],
    }
    await writeFile(join(folder.path, 'test.yaml'), JSON.stringify(promtool)) // which is YAML, too
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', 'test.yaml'], { cwd: folder.path, encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })

function toAlert(name: string, fires: Readonly<Record<string, string>>) {
  const rule = alerts.find(({ alert }) => alert === name)
  return { exp_labels: { ...rule?.labels, ...fires }, exp_annotations: rule?.annotations }
}

test('each alert is tried where it has to fire and where it must not, and says what to do', () => {
  const looks = Object.values(CASES).flatMap(({ looks }) => looks)
  const names = alerts.map(({ alert }) => alert)
  for (const isFiring of [true, false])
    assert.deepEqual(
      names.filter((name) => !looks.some(([, alert, fires]) => alert === name && Boolean(fires) === isFiring)),
      [],
    )
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels?.severity ?? '', /^(?:page|ticket)$/, alert)
    assert.ok(annotations?.summary && annotations.description, alert)
  }
})
