import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import type * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type File = { services: Record<string, Record<string, unknown>>; networks?: object; volumes?: object }
const convert = async (text: string) => {
  const answer = (await answerTool(tool, { text }, createTestHost({ lang: 'en' }))) as z.output<typeof tool.output>
  return { ...answer, file: parse(answer.text) as File }
}
const read = async (flags: string) => Object.values((await convert(`docker run ${flags} img`)).file.services)[0]

for (const [flags, part] of [
  ['-itd', { stdin_open: true, tty: true }],
  ['-p8080:80 -p=53:53/udp --publish 90', { ports: ['8080:80', '53:53/udp', '90'] }],
  ["-e A=1 -e 'B=two words' -e C --env-file .env", { environment: ['A=1', 'B=two words', 'C'], env_file: ['.env'] }],
  ['--entrypoint /bin/sh -w /app -u 1000:1000', { entrypoint: ['/bin/sh'], working_dir: '/app', user: '1000:1000' }],
  ['--restart no --stop-timeout 30', { restart: 'no', stop_grace_period: '30s' }],
  ['--net=host --privileged=false', { network_mode: 'host' }],
  ['-m 512m --cpus 1.5 --pids-limit 100', { mem_limit: '512m', cpus: 1.5, pids_limit: 100 }],
  ['--ulimit nofile=1024:2048 --ulimit nproc=64', { ulimits: { nofile: { soft: 1024, hard: 2048 }, nproc: 64 } }],
  [
    `--gpus '"device=0,1"'`,
    {
      deploy: { resources: { reservations: { devices: [{ driver: 'nvidia', device_ids: ['0', '1'], capabilities: ['gpu'] }] } } },
    },
  ],
  ['--log-driver json-file --log-opt max-size=10m', { logging: { driver: 'json-file', options: { 'max-size': '10m' } } }],
  [
    '--health-cmd "curl -f http://localhost" --health-retries 3',
    { healthcheck: { test: ['CMD-SHELL', 'curl -f http://localhost'], retries: 3 } },
  ],
  ['--no-healthcheck', { healthcheck: { disable: true } }],
  [
    '--mount type=bind,source=/a,target=/b,readonly --mount type=tmpfs,dst=/t,tmpfs-mode=1770',
    {
      volumes: [
        { type: 'bind', source: '/a', target: '/b', read_only: true },
        { type: 'tmpfs', target: '/t', tmpfs: { mode: 0o1770 } },
      ],
    },
  ],
  ['--network a --network-alias x --ip 10.0.0.2', { networks: { a: { aliases: ['x'], ipv4_address: '10.0.0.2' } } }],
  ['--network a --network-alias x --network-alias x --network-alias y', { networks: { a: { aliases: ['x', 'y'] } } }],
  ['--network name=a,alias=x --network b', { networks: { a: { aliases: ['x'] }, b: {} } }],
  ['--link db:database --volumes-from other:ro', { external_links: ['db:database'], volumes_from: ['container:other:ro'] }],
  [
    '--ip 10.0.0.2 --network a --network-alias x --network b',
    { networks: { a: { ipv4_address: '10.0.0.2', aliases: ['x'] }, b: {} } },
  ],
  [
    '--network name=a,mac-address=02:00:00:00:00:01,gw-priority=1',
    { networks: { a: { mac_address: '02:00:00:00:00:01', gw_priority: 1 } } },
  ],
  ['--network a:ip=10.0.0.2', { networks: { a: { ipv4_address: '10.0.0.2' } } }],
  [
    `--gpus 'all,"capabilities=compute,utility"'`,
    {
      deploy: {
        resources: {
          reservations: { devices: [{ driver: 'nvidia', count: 'all', capabilities: ['gpu', 'compute', 'utility'] }] },
        },
      },
    },
  ],
  ['-i=true -t=false -it=false -d=true --rm=0 -w=/a -P=F', { stdin_open: true, working_dir: '/a' }],
  [
    '--cpuset-mems 0,1 --device-read-bps /dev/a:1mb --device-read-bps /dev/b:2mb --blkio-weight 300 --kernel-memory 9m',
    {
      blkio_config: {
        device_read_bps: [
          { path: '/dev/a', rate: '1mb' },
          { path: '/dev/b', rate: '2mb' },
        ],
        weight: 300,
      },
    },
  ],
  [
    '--blkio-weight-device /dev/a:200 --device-write-iops /dev/a:1000',
    {
      blkio_config: {
        weight_device: [{ path: '/dev/a', weight: 200 }],
        device_write_iops: [{ path: '/dev/a', rate: 1000 }],
      },
    },
  ],
  ['--uidmap 0:1:5 --secret a --tz local -u 1', { user: '1' }],
  ['-e A -e B -e A --cap-add X --cap-add X', { environment: ['A', 'B'], cap_add: ['X'] }],
  ['-u $(id -u):$(id -g) -w "/$(basename "$PWD")"', { user: '$$(id -u):$$(id -g)', working_dir: '/$$(basename "$$PWD")' }],
  ['-v "$PWD/a:/a" -v `pwd`:/b -v C:\\\\x:/c', { volumes: ['./a:/a', '.:/b', 'C:\\x:/c'] }],
] as const)
  test(`${flags} is ${Object.keys(part).join(', ')}`, async () => {
    assert.deepEqual(await read(flags), { image: 'img', ...part })
  })

/** Flags of `docker run` and the part of a service that says the same; back from it they are as most people write them. */
const toRun = async (service: string) =>
  (await answerTool(
    tool,
    { text: `services:\n  a:\n    image: img\n${service.replaceAll(/^/gm, '    ')}`, to: 'commands' },
    createTestHost({ lang: 'en' }),
  )) as z.output<typeof tool.output>
for (const [service, flags] of [
  ['tty: true\nstdin_open: true\nprivileged: false', '-t -i'],
  [
    'ports: ["8080:80", 22:22, {target: 53, published: "53", protocol: udp, host_ip: ::1}]',
    '-p 8080:80 -p 22:22 -p ::1:53:53/udp',
  ],
  ['environment: {A: 1.10, B: "two words", C: , D: yes}', "-e A=1.10 -e 'B=two words' -e C -e D=yes"],
  ['environment: ["A=s$$x", "B=${X:-y z}", "C=`id`"]', `-e 'A=s$x' -e "B=\${X:-y z}" -e 'C=\`id\`'`],
  ['entrypoint: /bin/tini --\ncommand: ["sh", "-c", "echo $$HOME"]', "--entrypoint /bin/tini img -- sh -c 'echo $HOME'"],
  ['entrypoint: []', "--entrypoint ''"],
  ['command: bash -c "a && b"', "img bash -c 'a && b'"],
  [
    'volumes: ["./a b:/a:ro", ~/c:/c, /d:/d, C:\\e:/e, /f]',
    `-v "\${PWD}/a b:/a:ro" -v "\${HOME}/c:/c" -v /d:/d -v 'C:\\e:/e' -v /f`,
  ],
  [
    'volumes: [{type: tmpfs, target: /t, tmpfs: {mode: 1016}}, {type: bind, source: ., target: /b, read_only: true}]',
    '--mount type=tmpfs,target=/t,tmpfs-mode=1770 --mount "type=bind,source=${PWD},target=/b,readonly"',
  ],
  [
    'healthcheck: {test: [CMD, a, "b c"], interval: 5s, retries: 3}',
    `--health-cmd 'a '\\''b c'\\''' --health-interval 5s --health-retries 3`,
  ],
  ['healthcheck: {disable: true}', '--no-healthcheck'],
  [
    'blkio_config: {weight: 9, weight_device: [{path: /a, weight: 8}], device_write_bps: [{path: /a, rate: 1mb}, {path: /b, rate: 2}]}',
    '--blkio-weight 9 --blkio-weight-device /a:8 --device-write-bps /a:1mb --device-write-bps /b:2',
  ],
  [
    'deploy: {resources: {limits: {cpus: "0.5", memory: 50M}}, restart_policy: {condition: on-failure, max_attempts: 3}}',
    '--cpus 0.5 --memory 50M --restart on-failure:3',
  ],
  [
    'deploy: {resources: {reservations: {devices: [{driver: nvidia, device_ids: ["0", "1"], capabilities: [gpu]}]}}}',
    `--gpus '"device=0,1"'`,
  ],
  [
    'ulimits: {nproc: 64, nofile: {soft: 1, hard: 2}}\nstop_grace_period: 1m30s',
    '--ulimit nproc=64 --ulimit nofile=1:2 --stop-timeout 90',
  ],
  [
    'extra_hosts: {h: 1.2.3.4}\nlabels: {a.b: c}\nsysctls: [x=1]\nenv_file: [a, {path: b}]',
    '--add-host h:1.2.3.4 --label a.b=c --sysctl x=1 --env-file a --env-file b',
  ],
  ['logging: {driver: json-file, options: {max-size: 10m}}', '--log-driver json-file --log-opt max-size=10m'],
] as const)
  test(`a service with ${service.split('\n')[0]} is ${flags}`, async () => {
    const { text } = await toRun(service)
    assert.equal(
      text.replaceAll(/ \\\n {2}/g, ' ').trim(),
      `docker run -d --name a ${flags.includes('img ') ? flags : `${flags} img`}`,
    )
  })

test('services start behind those that they wait for, on a network that they share', async () => {
  const text = `name: shop
services:
  web: {image: w, depends_on: {api: {condition: service_healthy}}, networks: [front, {}], volumes_from: [db], pid: "service:db"}
  api: {image: a, container_name: shop-api, depends_on: [db], networks: {front: {aliases: [x], ipv4_address: 10.0.0.2}}}
  db: {build: {context: ./db, dockerfile: D, args: {V: 1}, target: t}, volumes: [data:/d, old:/o, made:/m]}
networks:
  front: {driver: bridge, internal: true, ipam: {config: [{subnet: 10.0.0.0/24}]}}
volumes: {data: , old: {external: true}, made: {driver_opts: {type: nfs}}}`
  const { text: commands, notes } = (await answerTool(tool, { text }, createTestHost({ lang: 'en' }))) as z.output<
    typeof tool.output
  >
  assert.deepEqual(
    commands
      .replaceAll(/ \\\n {2}/g, ' ')
      .trim()
      .split('\n'),
    [
      'docker network create shop_default',
      'docker network create --driver bridge --internal --subnet 10.0.0.0/24 shop_front',
      'docker volume create --opt type=nfs shop_made',
      'docker build -t db -f ./db/D --target t --build-arg V=1 ./db',
      'docker run -d --name db -v shop_data:/d -v old:/o -v shop_made:/m --network shop_default db',
      'docker run -d --name shop-api --network name=shop_front,alias=api,alias=x,ip=10.0.0.2 a',
      'docker run -d --name web --network shop_front --volumes-from db --pid container:db w',
    ],
  )
  assert.deepEqual(notes, ['web does not wait for api (service_healthy)'])
})

test('files of the first version and of JSON are read; what no container can be told is listed', async () => {
  const old = await answerTool(tool, { text: "nginx:\n  ports:\n    - '80:80'\n  image: nginx\n" }, createTestHost())
  assert.equal((old as { text: string }).text, 'docker run -d --name nginx -p 80:80 nginx\n')
  const { text, notes } = (await answerTool(
    tool,
    { text: '{"services":{"a":{"image":"x","profiles":["p"],"deploy":{"replicas":2},"environment":["A=$B"]}},"include":[]}' },
    createTestHost({ lang: 'en' }),
  )) as z.output<typeof tool.output>
  assert.equal(text, 'docker run -d --name a -e "A=$B" x\n')
  assert.deepEqual(notes, [
    'a: profiles was left out',
    'a: deploy.replicas was left out',
    'variables behind $ are filled in by the shell; the file .env is not read',
    'include was left out',
  ])
  await assert.rejects(answerTool(tool, { text: 'services:\n  abc\n' }, createTestHost()), { key: 'bad_input' })
})

test('a file that was made of commands becomes commands that make it', async () => {
  for (const flags of [
    '-p 8080:80 -e A=1 -v data:/d -v "$PWD/a:/a" --restart always --network back --health-cmd "a b" --gpus all',
    '-it --entrypoint sh -u 1:2 -w /w --cap-add X --ulimit nofile=1:2 --log-driver d --log-opt a=b --stop-timeout 5',
    '--network a --network-alias x --ip 10.0.0.2 --mount type=bind,src=/a,dst=/b,readonly --pull always --memory 5m',
  ]) {
    const { text, file } = await convert(`docker run --name n ${flags} img`)
    const back = (await answerTool(tool, { text }, createTestHost())) as { text: string }
    assert.deepEqual((await convert(back.text)).file, file, back.text)
  }
})

test('volumes keep their names, networks are those that are there, links stay inside the file', async () => {
  const { file } = await convert(
    '$ sudo docker run --name db -v data:/d postgres\npodman run --link db --net back -v /host:/h app:1 serve -p 80',
  )
  assert.deepEqual(file, {
    services: {
      db: { image: 'postgres', container_name: 'db', volumes: ['data:/d'] },
      app: { image: 'app:1', volumes: ['/host:/h'], networks: ['back'], links: ['db'], command: ['serve', '-p', '80'] },
    },
    networks: { back: { external: true } },
    volumes: { data: { name: 'data' } },
  })
})

test('a dollar between single quotes stays one, a variable is filled in by Compose', async () => {
  assert.deepEqual((await read(`-e 'A=$x'`))?.['environment'], ['A=$$x'])
  const { file, notes } = await convert('docker run -e A=$HOME img')
  assert.deepEqual(file.services['img']?.['environment'], ['A=$HOME'])
  assert.match(notes.join(), /variables behind \$/)
})

test('a dollar between single quotes stays one beside a variable', async () => {
  const { file, notes } = await convert(`docker run -v $(pwd):/a -e 'A=s$x' -e B=\\$y -e C="$HOME" -e D=5$ img`)
  assert.deepEqual(file.services['img'], {
    image: 'img',
    volumes: ['.:/a'],
    environment: ['A=s$$x', 'B=$$y', 'C=$HOME', 'D=5$$'],
  })
  assert.equal(notes.length, 1)
})

test('output of a command is told, that of pwd is the folder', async () => {
  assert.deepEqual((await convert('docker run -v $(pwd):/a img')).notes, [])
  const { notes } = await convert('docker run -e "A=$(date +%s)" -e B=`id -u` img')
  assert.match(notes.join('\n'), /the output of \$\(…\)[^]*the output of `…`/)
})

test('commands behind each other are read each, with what stands before docker', async () => {
  const { file } = await convert('# docker network create a && docker run --name x b; sudo -E docker run c # docker run d')
  assert.deepEqual(Object.keys(file.services), ['x', 'c'])
})

test('notes in backticks on the lines of a command are no words', async () => {
  const { file, notes } = await convert('docker run \\\n  -e A=1 `#optional` \\\n  -p 80:80 `# for b` \\\n  img `` c')
  assert.deepEqual(file.services['img'], { image: 'img', environment: ['A=1'], ports: ['80:80'], command: ['c'] })
  assert.deepEqual(notes, [])
})

test('a command of PowerShell keeps its variables, one of Markdown loses its fence', async () => {
  const { services } = (await convert("docker run `\n -e A=$env:HOME `\n -e 'B=$env:x' img")).file
  assert.deepEqual(services['img']?.['environment'], ['A=${HOME}', 'B=$$env:x'])
  assert.deepEqual(Object.keys((await convert('```sh\ndocker run x\n```\n')).file.services), ['x'])
})

test('what is shared with a service of the file waits for it', async () => {
  const { services } = (
    await convert('docker run --name vpn a\ndocker run --net container:vpn --pid container:other --ipc=container:vpn b')
  ).file
  assert.deepEqual(services['b'], { image: 'b', network_mode: 'service:vpn', pid: 'container:other', ipc: 'service:vpn' })
})

test('what Compose has no word for, and what nobody knows, is told', async () => {
  const { notes, file } = await convert('docker run --rm -P --cidfile /x --frob -d img')
  assert.deepEqual(file.services['img'], { image: 'img' })
  assert.equal(notes.length, 4)
  for (const word of ['--rm', '-P', '--cidfile', '--frob'])
    assert.ok(
      notes.some((note) => note.includes(word)),
      word,
    )
})

test('a name that is longer than any host name is cut', async () => {
  const { file } = await convert(`docker run ${'a'.repeat(2000)}\ndocker run ${'a'.repeat(2000)}`)
  assert.deepEqual(Object.keys(file.services), ['a'.repeat(63), `${'a'.repeat(63)}-2`])
})

test('services of one image have names of their own, whatever these are', async () => {
  const { file } = await convert(
    'docker run registry.example:5000/team/app:1\ndocker run app@sha256:00\ndocker run --name __proto__ app',
  )
  assert.deepEqual(Object.keys(file.services), ['app', 'app-2', '__proto__'])
})

for (const [text, expected] of [
  ['docker ps -a', /a command such as docker run/],
  ['docker run -p', /a value behind -p/],
  ['docker run -d', /an image behind the flags/],
] as const)
  test(`${text} is refused`, async () => {
    await assert.rejects(
      convert(text),
      ({ key, message }: { key: string; message: string }) => key === 'bad_input' && expected.test(message),
    )
  })

test('a quote that is never closed is a fault of the command', async () => {
  await assert.rejects(convert("docker run -e 'A=1 img"), { key: 'syntax_error', message: /docker run/ })
})

const MAX_LENGTH = 2 ** 18
const fill = (begin: string, word: (at: number) => string): string => {
  let text = begin
  for (let at = 0; text.length < MAX_LENGTH - 100; at++) text += word(at)
  return text
}
for (const [name, text] of [
  ['variables', `${fill('docker run ', () => '-e a ')} img`],
  ['names of one image', fill('', () => 'docker run i\n')],
  ['limits', `${fill('docker run ', (at) => `--ulimit ${at}=1 `)} img`],
  ['options', `${fill('docker run ', (at) => `--log-opt ${at}=1 --storage-opt ${at}=1 `)} img`],
  ['aliases', `${fill('docker run ', (at) => `--net ${at} --net-alias ${at} `)} img`],
  ['switches in one word', `docker run -${'i'.repeat(MAX_LENGTH - 100)} img`],
  ['commands on one line', fill('', () => 'docker run i; ')],
  ['services of a file', fill('services:\n', (at) => `  a${at}: {image: b, depends_on: [a${at + 1}]}\n`)],
  ['keys of a service', fill('a:\n  image: x\n', (at) => `  b${at}: c\n`)],
  ['dollars', fill('services:\n a:\n  image: x\n  hostname: "', () => '${').concat('"')],
  ['a long name', `docker run ${'a'.repeat(MAX_LENGTH - 100)}`],
  ['substitutions without an end', `docker run ${'$('.repeat(MAX_LENGTH / 2 - 100)}`],
] as const)
  test(`the longest text is read in its time: ${name}`, async () => {
    const start = process.cpuUsage()
    await answerTool(tool, { text }, createTestHost())
    const { user } = process.cpuUsage(start)
    assert.ok(user < 3_000_000, `${user / 1000} ms`)
  })

test('long commands are read in one pass', async () => {
  const flags = Array.from({ length: 8000 }, (_, at) => `-e K${at}=v \\\n`).join('')
  const service = await read(flags)
  assert.equal((service?.['environment'] as string[] | undefined)?.length, 8000)
})
