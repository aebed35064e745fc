import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Settings that the program reads. */
const SETTINGS = new Set([...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name))
/** Metrics that it writes. */
const METRICS = new Set(
  [...read('apps/server/src/metrics/metrics.ts').matchAll(/'(octet_\w+)'/g)].map(([, name]) => name?.replace(/_$/, '')),
)

for (const path of globSync('deploy/**/*.yaml', { cwd: ROOT }).sort())
  test(`${path} parses`, () => {
    for (const document of parseAllDocuments(read(path))) assert.deepEqual(document.errors, [])
  })

test('manifests set nothing that the program does not read', () => {
  assert.ok(SETTINGS.has('DATABASE_URL'), 'the settings were found')
  const texts = globSync(['deploy/compose.yaml', 'deploy/kubernetes/octet.yaml', 'deploy/Dockerfile'], { cwd: ROOT }).map(read)
  const names = texts
    .flatMap((text) => [...text.matchAll(/(?:name: |^ +|\b)((?:OCTET|METRICS|DATABASE|REDIS|SMTP|PUBLIC|LOG)_[A-Z]+)\b/gm)])
    .map(([, name]) => name ?? '')
  assert.ok(names.length > 8)
  assert.deepEqual(
    names.filter((name) => !SETTINGS.has(name)),
    [],
  )
})

test('commands of the manifests exist', () => {
  for (const command of ['agent', 'point']) assert.ok(existsSync(join(ROOT, `apps/cli/src/commands/${command}.ts`)), command)
  for (const script of ['scripts/start.ts', 'scripts/build.ts', 'apps/cli/src/main.ts']) assert.ok(existsSync(join(ROOT, script)))
})

test('the image tells the engine what npm start does', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('deploy/Dockerfile')) ?? []
  assert.equal((JSON.parse(command) as string[]).join(' '), JSON.parse(read('package.json')).scripts.start)
})

test('alerts and dashboard ask for metrics that are written', () => {
  const text = read('deploy/prometheus/alerts.yaml') + read('deploy/grafana/octet.json')
  const asked = new Set([...text.matchAll(/\b(octet_\w+)/g)].map(([, name]) => name?.replace(/_(count|bucket|sum)$/, '')))
  const own = [...asked].filter((name) => !name?.startsWith('octet_process_'))
  assert.ok(own.length >= 8)
  assert.deepEqual(
    own.filter((name) => !METRICS.has(name)),
    [],
  )
  JSON.parse(read('deploy/grafana/octet.json'))
})

test('nginx accepts the balancer’s configuration', (t) => {
  if (!existsSync('/usr/sbin/nginx')) return t.skip('no nginx on this machine')
  // Names of the compose network are unknown here; what is tried is the grammar and the directives.
  const text = read('deploy/nginx/balancer.conf')
    .replace('server api:3000 resolve max_fails', 'server 127.0.0.1:3000 max_fails')
    .replace('resolver 127.0.0.11 valid=2s;', '')
  const file = join(process.env['TMPDIR'] ?? '/tmp', `octet-balancer-${process.pid}.conf`)
  execFileSync(
    'sh',
    [
      '-c',
      `cat > ${file} && /usr/sbin/nginx -t -q -c ${file} -g 'pid /dev/null; error_log stderr;'; code=$?; rm ${file}; exit $code`,
    ],
    {
      input: text,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
})
