import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { MAX_JOB_BYTES, toJobFolder } from '../apps/server/src/domain/jobs/job-files.ts'
import { CONNECTIONS_OF_THREAD } from '../apps/server/src/storage/database.ts'
import { startProduct } from '../apps/server/src/testing/start.ts'
import { until } from '@octet/core/testing/until.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Settings that the program reads, as server and on the command line. */
const SETTINGS = new Set(
  [
    ...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
    ...read('apps/cli/src/config.ts').matchAll(/env\['([A-Z_]+)'\]/g),
  ].map(([, name]) => name),
)
/** Metrics that it writes. */
const METRICS = new Set(
  [...read('apps/server/src/metrics/metrics.ts').matchAll(/'(octet_\w+)'/g)].map(([, name]) => name?.replace(/_$/, '')),
)

/** An object of the cluster, by its kind, and by its name where there are several. */
function findObject(wanted: string, called?: string) {
  return globSync('deploy/kubernetes/*.yaml', { cwd: ROOT })
    .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS()))
    .find(({ kind, metadata: { name } }) => kind === wanted && (called ?? name) === name)
}

for (const path of globSync('deploy/**/*.yaml', { cwd: ROOT }).sort())
  test(`${path} parses`, () => {
    for (const document of parseAllDocuments(read(path))) assert.deepEqual(document.errors, [])
  })

test('manifests set nothing that the program does not read', () => {
  assert.ok(SETTINGS.has('DATABASE_URL'), 'the settings were found')
  const texts = globSync(['deploy/compose.yaml', 'deploy/kubernetes/octet.yaml', 'deploy/Dockerfile'], { cwd: ROOT }).map(read)
  const names = texts
    .flatMap((text) => [...text.matchAll(/(?:name: |^ +|\b)((?:OCTET|METRICS|DATABASE|REDIS|SMTP|PUBLIC|LOG)_[A-Z_]+)\b/gm)])
    .map(([, name]) => name ?? '')
  assert.ok(names.length > 8)
  assert.deepEqual(
    names.filter((name) => !SETTINGS.has(name)),
    [],
  )
})

test('a new server of the cluster begins with the data of the image', () => {
  const { initContainers, containers } = findObject('Deployment', 'octet-api').spec.template.spec
  const [, varFolder = ''] = /OCTET_VAR=(\S+)$/m.exec(read('deploy/Dockerfile')) ?? []
  const [
    {
      image,
      command,
      volumeMounts: [seed],
    },
  ] = initContainers
  assert.equal(image, containers[0].image)
  assert.deepEqual(command, ['cp', '-R', `${varFolder}/.`, seed.mountPath])
  assert.equal(containers[0].volumeMounts.find(({ name }: { name: string }) => name === seed.name).mountPath, varFolder)
})

test('servers share the files of jobs, which the image lets them write', () => {
  const [, varFolder = ''] = /OCTET_VAR=(\S+)$/m.exec(read('deploy/Dockerfile')) ?? []
  const folder = toJobFolder(varFolder)
  assert.match(read('deploy/Dockerfile'), new RegExp(`&& mkdir ${folder} `))
  const [compose] = parseAllDocuments(read('deploy/compose.yaml')).map((document) => document.toJS())
  assert.ok(compose.services.api.volumes.includes(`jobs:${folder}`))
  const documents = parseAllDocuments(read('deploy/kubernetes/octet.yaml')).map((document) => document.toJS())
  const { containers, volumes } = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec
  const { name } = containers[0].volumeMounts.find(({ mountPath }: { mountPath: string }) => mountPath === folder)
  const { claimName } = volumes.find((volume: { name: string }) => volume.name === name).persistentVolumeClaim
  const claim = documents.find(({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === claimName)
  assert.deepEqual(claim.spec.accessModes, ['ReadWriteMany'])
})

test('a point of the compose file is not asked what only a server answers', () => {
  const [{ services }] = parseAllDocuments(read('deploy/compose.yaml')).map((document) => document.toJS())
  assert.deepEqual([services.agent.healthcheck, services.api.healthcheck], [{ disable: true }, undefined])
})

test('servers and points of the compose file are one image, by a name that an operator can choose', () => {
  const [{ services }] = parseAllDocuments(read('deploy/compose.yaml')).map((document) => document.toJS())
  assert.equal(services.api.image, '${IMAGE:-octet}')
  assert.deepEqual([services.agent.image, services.agent.build], [services.api.image, services.api.build])
})

test('servers of the cluster are spread over its machines', () => {
  const { selector, template } = findObject('Deployment', 'octet-api').spec
  const [{ topologyKey, labelSelector }] = template.spec.topologySpreadConstraints
  assert.deepEqual([topologyKey, labelSelector], ['kubernetes.io/hostname', selector])
})

test('the databases let in what their servers may open', () => {
  const [{ services }] = parseAllDocuments(read('deploy/compose.yaml')).map((document) => document.toJS())
  const threads = Number(/:-(\d+)\}/.exec(services.api.environment.OCTET_PROCESSES)?.[1])
  assert.ok(toRoom(services.postgres.command) >= 20 * threads * CONNECTIONS_OF_THREAD, 'for twenty servers')
  const { maxReplicas } = findObject('HorizontalPodAutoscaler').spec
  const { strategy, template } = findObject('Deployment', 'octet-api').spec
  const { value } = template.spec.containers[0].env.find(({ name }: { name: string }) => name === 'OCTET_PROCESSES')
  const [postgres] = findObject('StatefulSet').spec.template.spec.containers
  const most = (maxReplicas + strategy.rollingUpdate.maxSurge) * Number(value) * CONNECTIONS_OF_THREAD
  assert.ok(toRoom(postgres.args) >= most, `${most} while all are exchanged`)
})

/** Without those that PostgreSQL keeps for superusers. */
const toRoom = (words: readonly string[]): number => Number(/max_connections=(\d+)/.exec(words.join(' '))?.[1]) - 3

/** What runs in the cluster: its pods by the value of their label `part`. */
function listPods() {
  return ['Deployment/octet-api', 'Deployment/octet-agent', 'StatefulSet/octet-postgres', 'Deployment/octet-valkey'].map(
    (path) => {
      const [kind = '', name] = path.split('/')
      const { metadata, spec } = findObject(kind, name).spec.template
      return { part: metadata.labels.part, labels: metadata.labels, ...spec }
    },
  )
}

test('whoever breaks into a pod of the cluster is nobody there, may nothing, changes no program and asks the cluster nothing', () => {
  for (const { part, automountServiceAccountToken, securityContext: pod, initContainers = [], containers } of listPods()) {
    assert.equal(automountServiceAccountToken, false, part)
    assert.deepEqual([pod.runAsNonRoot, pod.runAsUser > 0, pod.seccompProfile], [true, true, { type: 'RuntimeDefault' }], part)
    for (const { name, securityContext: own } of [...initContainers, ...containers]) {
      assert.deepEqual([own.readOnlyRootFilesystem, own.capabilities.drop], [true, ['ALL']], name)
      // Probes send what only this capability lets them; the stores need none.
      if (!/^(?:api|agent)$/.test(name))
        assert.deepEqual([own.capabilities.add, own.allowPrivilegeEscalation], [undefined, false], name)
      else assert.deepEqual(own.capabilities.add, ['NET_RAW'], name)
    }
  }
})

test('no pod of the cluster takes the memory of the others, and each has as much as its program may take', () => {
  const toMegabytes = (words: string) => Number.parseInt(words) * (words.endsWith('Gi') ? 1_024 : 1)
  const limits = new Map<string, number>()
  for (const { part, containers } of listPods())
    for (const { resources } of containers) {
      assert.ok(toMegabytes(resources.limits.memory) >= toMegabytes(resources.requests.memory), part)
      limits.set(part, toMegabytes(resources.limits.memory))
    }
  const [postgres] = findObject('StatefulSet').spec.template.spec.containers
  assert.ok(limits.get('postgres')! >= toRoom(postgres.args) * 6)
  const [valkey] = findObject('Deployment', 'octet-valkey').spec.template.spec.containers
  const [, maxMegabytes] = /maxmemory (\d+)mb/.exec(valkey.args.join(' ')) ?? []
  assert.ok(limits.get('valkey')! >= Number(maxMegabytes) * 1.5, 'room for buffers of clients')
})

test('what PostgreSQL writes is on volumes of the cluster, as nothing else of its container can be written', () => {
  const { containers, volumes } = findObject('StatefulSet').spec.template.spec
  const mounts: { name: string; mountPath: string }[] = containers[0].volumeMounts
  assert.deepEqual(mounts.map(({ mountPath }) => mountPath).sort(), ['/tmp', '/var/lib/postgresql', '/var/run/postgresql'])
  const claims = findObject('StatefulSet').spec.volumeClaimTemplates.map(
    ({ metadata }: { metadata: { name: string } }) => metadata.name,
  )
  const known = new Set([...claims, ...volumes.map(({ name }: { name: string }) => name)])
  for (const { name } of mounts) assert.ok(known.has(name), name)
})

type Labels = Readonly<Record<string, string>>
type Sender = { readonly pod: Labels; readonly namespace?: string }

/** Whether policies of the cluster let a connection in, as Kubernetes reads them: what none selects is open, else one has to allow it. */
function mayReach(part: string, port: number, { pod, namespace = 'octet' }: Sender): boolean {
  const target = listPods().find((one) => one.part === part)!
  const has = (labels: Labels, wanted: Labels = {}) => Object.entries(wanted).every(([name, value]) => labels[name] === value)
  const toNumber = (name: number | string) =>
    typeof name === 'number' ? name : target.containers[0].ports.find((own: { name: string }) => own.name === name).containerPort
  const policies = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT })
    .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS()))
    .filter(({ kind, spec }) => kind === 'NetworkPolicy' && has(target.labels, spec.podSelector.matchLabels))
  if (policies.length === 0) return true
  type Peer = { podSelector?: { matchLabels: Labels }; namespaceSelector?: { matchLabels: Labels } }
  type Rule = { from?: Peer[]; ports?: { port: number | string }[] }
  return policies
    .flatMap(({ spec }): Rule[] => spec.ingress ?? [])
    .some(({ from, ports }) => {
      const isFrom = ({ podSelector, namespaceSelector }: Peer) =>
        has(pod, podSelector?.matchLabels) &&
        (namespaceSelector
          ? has({ 'kubernetes.io/metadata.name': namespace }, namespaceSelector.matchLabels)
          : namespace === 'octet')
      return (!from || from.some(isFrom)) && (!ports || ports.some((one) => toNumber(one.port) === port))
    })
}

test('in the cluster the monitoring alone reads figures, servers alone reach the stores, and all reach servers', () => {
  const [api, agent, stranger] = [{ app: 'octet', part: 'api' }, { app: 'octet', part: 'agent' }, { app: 'shop' }]
  const prometheus = { pod: { app: 'prometheus' }, namespace: 'monitoring' }
  assert.ok(mayReach('api', 9464, prometheus))
  for (const pod of [api, agent, stranger]) assert.ok(!mayReach('api', 9464, { pod }), JSON.stringify(pod))
  assert.ok(!mayReach('api', 9464, { pod: stranger, namespace: 'shop' }))
  for (const sender of [{ pod: agent }, { pod: stranger, namespace: 'ingress' }, prometheus])
    assert.ok(mayReach('api', 3000, sender))
  for (const [part, port] of [
    ['postgres', 5432],
    ['valkey', 6379],
  ] as const) {
    assert.ok(mayReach(part, port, { pod: api }))
    for (const sender of [{ pod: agent }, { pod: stranger }, { pod: api, namespace: 'other' }, prometheus])
      assert.ok(!mayReach(part, port, sender), `${part} from ${JSON.stringify(sender)}`)
    assert.ok(!mayReach(part, 22, { pod: api }))
  }
})

test('no second point of a cluster has the token of the first, not even while it is exchanged', () => {
  const agent = findObject('Deployment', 'octet-agent')
  assert.deepEqual([agent.spec.replicas, agent.spec.strategy], [1, { type: 'Recreate' }])
  assert.equal(findObject('DaemonSet'), undefined)
})

test('the unit starts what npm start does, sets what the program reads, and lets it end by itself', () => {
  const unit = read('deploy/systemd/octet.service')
  const find = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  assert.ok(find('ExecStart').endsWith(`/${JSON.parse(read('package.json')).scripts.start}`))
  const names = [...find('Environment').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name)
  assert.deepEqual(
    names.filter((name) => name !== 'NODE_ENV' && !SETTINGS.has(name)),
    [],
  )
  // To all at once, as is usual, the embedded database would go before the answers that need it.
  assert.equal(find('KillMode'), 'mixed')
  assert.ok(Number(find('TimeoutStopSec')) > 30)
})

const SYSTEMD = '/usr/bin/systemd-analyze'

test(
  'systemd finds nothing in the unit that it does not know',
  { skip: !existsSync(SYSTEMD) && 'no systemd here' },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'octet-unit-'))
    t.after(() => rm(folder, { recursive: true }))
    const path = join(folder, 'octet.service')
    // It looks whether the program is there, too.
    await writeFile(path, read('deploy/systemd/octet.service').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`))
    const { status, stderr } = spawnSync(SYSTEMD, ['verify', path], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  },
)

test(
  'the unit is as confined as its work lets it be, as systemd reckons',
  { skip: !existsSync(SYSTEMD) && 'no systemd here' },
  (t) => {
    const path = join(ROOT, 'deploy/systemd/octet.service')
    const judge = (...flags: string[]) =>
      spawnSync(SYSTEMD, ['security', '--offline=true', '--no-pager', ...flags, path], { encoding: 'utf8' })
    if (judge('--threshold=100').status !== 0) return t.skip('a systemd before 250, which judges no file')
    assert.equal(judge('--threshold=20').status, 0, judge().stdout)
    const unit = read('deploy/systemd/octet.service')
    // The engine makes programs in memory; probes and ports below 1024 need these two, and the filter lets the server's calls pass.
    assert.doesNotMatch(unit, /^MemoryDenyWriteExecute=/m)
    for (const set of ['AmbientCapabilities', 'CapabilityBoundingSet'])
      assert.match(unit, new RegExp(`^${set}=CAP_NET_RAW CAP_NET_BIND_SERVICE$`, 'm'))
    assert.match(unit, /^SystemCallFilter=@system-service$/m)
  },
)

test('commands of the manifests exist', () => {
  for (const command of ['agent', 'point']) assert.ok(existsSync(join(ROOT, `apps/cli/src/commands/${command}.ts`)), command)
  for (const script of ['scripts/start.mjs', 'scripts/build.ts', 'apps/cli/bin/octet.mjs'])
    assert.ok(existsSync(join(ROOT, script)))
})

test('no program of the image is taken out again, nor what it depends on', () => {
  const text = read('deploy/Dockerfile')
  for (const name of ['mtr-tiny', 'iputils-ping', 'traceroute', 'iproute2']) assert.match(text, new RegExp(` ${name} `))
  assert.doesNotMatch(text, /apt(?:-get)? (?:\S+ )*(?:auto)?(?:purge|remove)/)
})

test('the image tells the engine what npm start does', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('deploy/Dockerfile')) ?? []
  assert.equal((JSON.parse(command) as string[]).join(' '), JSON.parse(read('package.json')).scripts.start)
})

test('the image fetches packages by what names them, of every workspace, before its sources come', () => {
  const [packages = ''] = /^FROM \S+ AS packages\n[^]*?(?=^FROM)/m.exec(read('deploy/Dockerfile')) ?? []
  const copied = [...packages.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, folder]) => folder)
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  const folders = globSync(workspaces, { cwd: ROOT }).filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
  assert.deepEqual(copied, folders.sort())
  assert.doesNotMatch(packages, /^COPY \. /m)
})

test('the command line is there by its name in the image', () => {
  const [, path = ''] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/octet$/m.exec(read('deploy/Dockerfile')) ?? []
  assert.match(read(path), /^#!\/usr\/bin\/env node\n/)
  accessSync(join(ROOT, path), constants.X_OK)
})

test('an image that would begin from its sources is not made', () => {
  const [last = ''] = read('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(-1)
  const [, check = '[]'] = /^RUN (\[.*isPacked.*\])$/m.exec(last) ?? []
  const [, ...words] = JSON.parse(check) as string[]
  const run = (env: object) =>
    spawnSync(process.execPath, [...words.slice(0, -1), words.at(-1)?.replace("'/app/", `'${ROOT}/`) ?? ''], {
      env: { ...process.env, ...env },
    }).status
  // From its sources a server begins that is given tools of other folders.
  assert.deepEqual([words.length, run({ OCTET_TOOLS: '/elsewhere' })], [2, 1])
})

test('user and group of the image are numbers, those of the cluster', () => {
  const [, user, group] = /^USER (\d+):(\d+)$/m.exec(read('deploy/Dockerfile')) ?? []
  const { runAsUser, runAsGroup, fsGroup } = findObject('Deployment', 'octet-api').spec.template.spec.securityContext
  assert.deepEqual([runAsUser, runAsGroup, fsGroup].map(String), [user, group, group])
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

test('a server that says no to its probes, as each does that stops, is no error of the alerts', () => {
  const [{ groups }] = parseAllDocuments(read('deploy/prometheus/alerts.yaml')).map((document) => document.toJS())
  const expressions = groups[0].rules.map(({ expr }: { expr: string }) => expr).join(' ')
  const counts = [...expressions.matchAll(/octet_http_request_seconds_count(\{.*?\})?/g)].map(([, labels = '']) => labels)
  assert.equal(counts.length, 10)
  for (const labels of counts) assert.match(labels, /route!~"\/readyz\|\/livez"/)
  // No series of errors is no share of them, and the dashboard would be blank for as long as all is well.
  assert.equal(expressions.match(/status=~"5\.\.".*?\)\) or vector\(0\)\) \//g)?.length, 4)
})

test('the balancer lets the largest body through', () => {
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx/balancer.conf')) ?? []
  const limits = globSync('apps/server/src/{api,domain,http}/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?const MAX_\w*BYTES = (\d+) \* 1024 \* 1024$/gm)].map(([, size]) => Number(size)),
  )
  assert.ok(limits.includes(MAX_JOB_BYTES / 2 ** 20))
  assert.equal(Number(mebibytes), Math.max(...limits))
})

const NGINX = '/usr/sbin/nginx'

/** Real nginx with the configuration of the balancer, before a server on this machine; gives its port. */
async function startBalancer(t: TestContext, inner: number): Promise<number> {
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'octet-balancer-'))
  t.after(() => rm(folder, { recursive: true }))
  // Names of the compose network are unknown here. Two servers, as nginx never gives up an only one.
  const text = read('deploy/nginx/balancer.conf')
    .replace(/server api:3000 resolve (.+;)/, `server 127.0.0.1:${inner} $1 server 127.0.0.1:${inner} $1`)
    .replace('resolver 127.0.0.11 valid=2s;', '')
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
  await writeFile(join(folder, 'nginx.conf'), text)
  const flags = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`
  const nginx = spawn(NGINX, ['-c', join(folder, 'nginx.conf'), '-g', flags], { stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(() => nginx.kill())
  const ask = () => fetch(`http://127.0.0.1:${port}/v1/ip/8.8.8.8`).then(({ status }) => status)
  await until(() => ask().catch(() => nginx.exitCode !== null), 'nginx takes its configuration')
  return port
}

test('a server that stops is not held by the connections that the balancer keeps, nor is one closed in its face before', async (t) => {
  const [, idleSeconds] = /keepalive_timeout (\d+)s;/.exec(read('deploy/nginx/balancer.conf')) ?? []
  const [, idleMs = ''] = /keepAliveTimeout: ([\d_]+)/.exec(read('apps/server/src/http/create-server.ts')) ?? []
  assert.ok(Number(idleSeconds) * 1_000 < Number(idleMs.replaceAll('_', '')))
  if (!existsSync(NGINX)) return t.skip('no nginx on this machine')
  await using product = await startProduct({ listen: true, withoutJobs: true })
  const { server } = product.app
  server.keepAliveTimeout = 600_000
  const port = await startBalancer(t, Number(new URL(product.origin).port))
  const paths = ['/v1/ip/8.8.8.8', '/readyz', '/']
  await Promise.all(
    Array.from({ length: 12 }, (_, i) => fetch(`http://127.0.0.1:${port}${paths[i % 3]}`).then((answer) => answer.text())),
  )
  const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
  assert.ok((await count()) > 0, 'the balancer keeps connections')
  const beganMs = performance.now()
  await product.services.drain.finish(server, 60_000)
  assert.ok(performance.now() - beganMs < 7_000, 'before the balancer closes them itself')
  assert.equal(await count(), 0)
})

test('a server whose accounts are away goes on looking up behind the balancer', async (t) => {
  if (!existsSync(NGINX)) return t.skip('no nginx on this machine')
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/v1/ip/8.8.8.8' ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const port = await startBalancer(t, (server.address() as { port: number }).port)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status)
  for (let round = 0; round < 3; round++) {
    assert.equal(await ask('/v1/keys'), 503)
    assert.equal(await ask('/v1/ip/8.8.8.8'), 200)
  }
})
