import type { Text } from '@octet/core/text.ts'
import { splitWords } from '../../lib/shell/words.ts'
import { findOwn } from '../../lib/find-own.ts'
import { quoteShell } from '../../lib/curl/quote.ts'
import { FLAGS } from './flags.ts'
import { HERE, HOME, toOperand } from './quote-word.ts'
import { isMap, toPairs, toTexts, type Part, type PartMap } from './read-compose.ts'
import type { Command, Shared } from './shared.ts'

type Around = { readonly shared: Shared; readonly note: (text: Text) => void }

/** The flag that a key of a service becomes as it stands, by the key. */
const BY_KEY = new Map(
  Object.entries(FLAGS).flatMap(([flag, { key, as }]) =>
    as === 'text' || as === 'number' || as === 'true' || as === 'list' || as === 'pair' ? [[key, { flag, as }] as const] : [],
  ),
)
/** Read elsewhere, or told to Compose alone. */
const ELSEWHERE = new Set(['image', 'build', 'command', 'entrypoint', 'container_name', 'scale', 'attach'])
const PULLS: Readonly<Record<string, string>> = {
  if_not_present: 'missing',
  always: 'always',
  missing: 'missing',
  never: 'never',
}
const RESTARTS: Readonly<Record<string, string>> = { any: 'always', none: 'no' }
const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }
/** Flags that most people write short. */
const LETTERS: Readonly<Record<string, string>> = {
  env: '-e',
  interactive: '-i',
  publish: '-p',
  tty: '-t',
  user: '-u',
  volume: '-v',
  workdir: '-w',
}
const SEVERAL_NETWORKS: Text = { en: 'several --network want Docker 25 or newer', zh: '多个 --network 需要 Docker 25 或更高版本' }

/** Writes a service as `docker run`, with `docker build` before it where there is no image. */
export class RunWriter {
  readonly #name: string
  readonly #service: PartMap
  readonly #shared: Shared
  readonly #note: (text: Text) => void
  readonly #flags: string[][] = []

  constructor(name: string, services: PartMap, { shared, note }: Around) {
    const service = services.get(name)
    this.#name = name
    this.#service = isMap(service) ? service : new Map()
    this.#shared = shared
    this.#note = note
  }

  write(): Command[] {
    this.#add('name', this.#shared.toContainer(this.#name))
    for (const [key, part] of this.#service) this.#take(key, part)
    if (!this.#service.has('networks') && !this.#service.has('network_mode') && !this.#shared.isAlone)
      this.takeNetworks(['default'])
    const { image, build } = this.#readImage()
    const [entry, ...start] = this.#toWords('entrypoint') ?? []
    if (this.#service.has('entrypoint')) this.#add('entrypoint', entry ?? '')
    const command = [...start, ...(this.#toWords('command') ?? [])]
    return [...build, [['docker', 'run', '-d'], ...this.#flags, [...toOperand(image), ...command]]]
  }

  #add(flag: string, value: string): void {
    this.#flags.push([findOwn(LETTERS, flag) ?? `--${flag}`, value])
  }

  #take(key: string, part: Part): void {
    if (ELSEWHERE.has(key) || key.startsWith('x-') || part === null) return
    const own = findOwn(OWN, key)
    const known = BY_KEY.get(key)
    if (own) this[own](part)
    else if (!known) this.#leaveOut(key)
    else if (known.as === 'true') this.#takeSwitch(known.flag, part)
    else if (known.as === 'text' || known.as === 'number') {
      if (typeof part === 'string') this.#add(known.flag, part)
      else this.#leaveOut(key)
    } else for (const pair of toPairs(part, key === 'extra_hosts' ? ':' : '=')) this.#add(known.flag, pair)
  }

  #takeSwitch(flag: string, part: Part): void {
    if (part === 'true') this.#flags.push([findOwn(LETTERS, flag) ?? `--${flag}`])
    else if (part !== 'false') this.#leaveOut(flag)
  }

  /** The image and, where the file says how to build one, the command that does. */
  #readImage(): { image: string; build: Command[] } {
    const [image, build] = [this.#service.get('image'), this.#service.get('build')]
    const tag = typeof image === 'string' ? image : this.#name
    if (build === undefined || build === null) {
      if (typeof image !== 'string') this.#note({ en: `${this.#name} has no image`, zh: `${this.#name} 没有 image` })
      return { image: tag, build: [] }
    }
    const map: PartMap = isMap(build) ? build : new Map([['context', build]])
    const flags: string[][] = [['-t', tag]]
    const context = map.get('context')
    for (const [flag, one] of [
      ['-f', map.get('dockerfile')],
      ['--target', map.get('target')],
      ['--platform', this.#service.get('platform')],
    ] as const)
      if (typeof one === 'string') flags.push([flag, flag === '-f' && typeof context === 'string' ? toInner(context, one) : one])
    for (const arg of toPairs(map.get('args'))) flags.push(['--build-arg', arg])
    return { image: tag, build: [[['docker', 'build'], ...flags, toOperand(typeof context === 'string' ? context : '.')]] }
  }

  /** The words of a command: a list as it stands, a text as a shell would part it. */
  #toWords(key: string): string[] | undefined {
    const part = this.#service.get(key)
    if (typeof part !== 'string') return Array.isArray(part) ? toTexts(part) : undefined
    return [...splitWords(part.replaceAll('\n', ' '), 'bash', { format: key }).words]
  }

  #leaveOut(key: string): void {
    const shown = key.slice(0, 60)
    this.#note({ en: `${this.#name}: ${shown} was left out`, zh: `${this.#name}：${shown} 已略去` })
  }

  takeMode(part: Part): void {
    if (typeof part === 'string') this.#add('network', this.#toShared(part))
  }

  takePid(part: Part): void {
    if (typeof part === 'string') this.#add('pid', this.#toShared(part))
  }

  takeIpc(part: Part): void {
    if (typeof part === 'string') this.#add('ipc', this.#toShared(part))
  }

  /** What is shared with a service is shared with its container. */
  #toShared(mode: string): string {
    const [, service] = /^service:(.*)$/s.exec(mode) ?? []
    return service === undefined ? mode : `container:${this.#shared.toContainer(service)}`
  }

  takeNetworks(part: Part): void {
    const all: readonly (readonly [string, Part])[] = isMap(part) ? [...part] : toTexts(part).map((key) => [key, null])
    if (all.length > 1) this.#note(SEVERAL_NETWORKS)
    const alias = this.#shared.toContainer(this.#name) === this.#name ? [] : [this.#name]
    for (const [key, settings] of all) {
      const found: PartMap = isMap(settings) ? settings : new Map()
      const options = [
        ...[...alias, ...toTexts(found.get('aliases'))].map((one) => `alias=${one}`),
        ...[
          ['ip', 'ipv4_address'],
          ['ip6', 'ipv6_address'],
          ['mac-address', 'mac_address'],
          ['gw-priority', 'gw_priority'],
        ].flatMap(([option, own]) => {
          const value = found.get(own!)
          return typeof value === 'string' ? [`${option}=${value}`] : []
        }),
        ...toTexts(found.get('link_local_ips')).map((one) => `link-local-ip=${one}`),
      ]
      const name = this.#shared.toNetwork(key)
      this.#add('network', options.length === 0 ? name : [`name=${name}`, ...options].join(','))
    }
  }

  /** The order of the commands is all that a list says; more is told. */
  takeDepends(part: Part): void {
    for (const [other, how] of isMap(part) ? part : []) {
      const condition = isMap(how) ? how.get('condition') : undefined
      if (typeof condition === 'string' && condition !== 'service_started')
        this.#note({
          en: `${this.#name} does not wait for ${other} (${condition})`,
          zh: `${this.#name} 不会等待 ${other}（${condition}）`,
        })
    }
  }

  takeVolumes(part: Part): void {
    for (const volume of Array.isArray(part) ? part : []) {
      if (typeof volume === 'string') this.#add('volume', this.#toVolume(volume))
      else if (isMap(volume)) this.#add('mount', this.#toMount(volume))
    }
  }

  #toVolume(volume: string): string {
    const [, source, rest] = /^((?:[A-Za-z]:)?[^:]*)(:.*)$/s.exec(volume) ?? []
    if (source === undefined || /^[./~\\$]|^[A-Za-z]:/.test(source)) return toPath(volume)
    return this.#shared.toVolume(source) + rest
  }

  #toMount(mount: PartMap): string {
    const type = mount.get('type')
    const source = mount.get('source')
    const options = [`type=${typeof type === 'string' ? type : 'volume'}`]
    if (typeof source === 'string') options.push(`source=${type === 'volume' ? this.#shared.toVolume(source) : toPath(source)}`)
    const target = mount.get('target')
    if (typeof target === 'string') options.push(`target=${target}`)
    if (mount.get('read_only') === 'true') options.push('readonly')
    const [bind, volume, tmpfs] = [mount.get('bind'), mount.get('volume'), mount.get('tmpfs')]
    if (isMap(bind) && typeof bind.get('propagation') === 'string')
      options.push(`bind-propagation=${String(bind.get('propagation'))}`)
    if (isMap(volume) && volume.get('nocopy') === 'true') options.push('volume-nocopy')
    if (isMap(tmpfs) && typeof tmpfs.get('size') === 'string') options.push(`tmpfs-size=${String(tmpfs.get('size'))}`)
    if (isMap(tmpfs) && typeof tmpfs.get('mode') === 'string') options.push(`tmpfs-mode=${Number(tmpfs.get('mode')).toString(8)}`)
    return options.join(',')
  }

  takePorts(part: Part): void {
    for (const port of Array.isArray(part) ? part : []) {
      if (typeof port === 'string') this.#add('publish', port)
      else if (isMap(port)) this.#add('publish', toPort(port))
    }
  }

  takeDevices(part: Part): void {
    for (const device of Array.isArray(part) ? part : []) {
      if (typeof device === 'string') this.#add('device', device)
      else if (isMap(device))
        this.#add('device', ['source', 'target', 'permissions'].flatMap((key) => device.get(key) ?? []).join(':'))
    }
  }

  takeEnvFiles(part: Part): void {
    for (const file of Array.isArray(part) ? part : [part]) {
      const path = isMap(file) ? file.get('path') : file
      if (typeof path === 'string') this.#add('env-file', path)
    }
  }

  takeHealth(part: Part): void {
    if (!isMap(part)) return
    const test = part.get('test')
    const [how, ...words] = Array.isArray(test) ? toTexts(test) : ['CMD-SHELL', typeof test === 'string' ? test : '']
    if (how === 'NONE' || part.get('disable') === 'true') {
      this.#flags.push(['--no-healthcheck'])
      return
    }
    if (test !== undefined) this.#add('health-cmd', how === 'CMD-SHELL' ? (words[0] ?? '') : words.map(quoteShell).join(' '))
    for (const key of ['interval', 'timeout', 'retries', 'start_period', 'start_interval']) {
      const value = part.get(key)
      if (typeof value === 'string') this.#add(`health-${key.replaceAll('_', '-')}`, value)
    }
  }

  takeLogging(part: Part): void {
    if (!isMap(part)) return
    const driver = part.get('driver')
    if (typeof driver === 'string') this.#add('log-driver', driver)
    for (const pair of toPairs(part.get('options'))) this.#add('log-opt', pair)
  }

  takeLimits(part: Part): void {
    if (!isMap(part)) return
    for (const [name, limit] of part) {
      if (typeof limit === 'string') this.#add('ulimit', `${name}=${limit}`)
      else if (isMap(limit)) this.#add('ulimit', `${name}=${String(limit.get('soft'))}:${String(limit.get('hard'))}`)
    }
  }

  takeGrace(part: Part): void {
    if (typeof part !== 'string') return
    const parts = [...part.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)]
    const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0)
    this.#add('stop-timeout', String(Math.ceil(seconds)))
  }

  takeBlockIo(part: Part): void {
    if (!isMap(part)) return
    for (const [key, value] of part) {
      const flag = key.replaceAll('_', '-').replace(/^weight/, 'blkio-weight')
      if (key === 'weight' && typeof value === 'string') this.#add(flag, value)
      else if (findOwn(FLAGS, flag)?.key === 'blkio_config' && Array.isArray(value))
        for (const one of value.filter(isMap))
          this.#add(flag, `${String(one.get('path'))}:${String(one.get('rate') ?? one.get('weight'))}`)
      else this.#leaveOut(`blkio_config.${key}`)
    }
  }

  takePull(part: Part): void {
    const pull = typeof part === 'string' ? findOwn(PULLS, part) : undefined
    if (pull !== undefined) this.#add('pull', pull)
    else this.#leaveOut('pull_policy')
  }

  takeGpus(part: Part): void {
    if (typeof part === 'string') this.#add('gpus', part)
    else if (Array.isArray(part)) for (const device of part.filter(isMap)) this.#addGpu(device)
  }

  #addGpu(device: PartMap): void {
    const ids = toTexts(device.get('device_ids'))
    const count = device.get('count')
    this.#add('gpus', ids.length > 0 ? `"device=${ids.join(',')}"` : typeof count === 'string' ? count : 'all')
  }

  takeFrom(part: Part): void {
    for (const source of toTexts(part)) {
      const [, container, service = '', rest = ''] = /^(container:)?([^:]*)(.*)$/s.exec(source) ?? []
      this.#add('volumes-from', (container ? service : this.#shared.toContainer(service)) + rest)
    }
  }

  takeLinks(part: Part): void {
    for (const link of toTexts(part)) {
      const [service = '', alias] = link.split(':')
      this.#add('link', `${this.#shared.toContainer(service)}:${alias ?? service}`)
    }
  }

  takeOtherLinks(part: Part): void {
    for (const link of toTexts(part)) this.#add('link', link)
  }

  takeSecrets(part: Part): void {
    this.#takeFiles('secrets', '/run/secrets/', part)
  }

  takeConfigs(part: Part): void {
    this.#takeFiles('configs', '/', part)
  }

  /** Secrets and configurations that are files of this machine. */
  #takeFiles(kind: 'secrets' | 'configs', folder: string, part: Part): void {
    for (const one of Array.isArray(part) ? part : []) {
      const key = isMap(one) ? one.get('source') : one
      if (typeof key !== 'string') continue
      const target = isMap(one) ? one.get('target') : undefined
      const path = this.#shared.findFile(kind, key)
      const inside = typeof target !== 'string' ? folder + key : target.startsWith('/') ? target : folder + target
      if (path === undefined) this.#leaveOut(`${kind}.${key}`)
      else this.#add('volume', `${toPath(path)}:${inside}:ro`)
    }
  }

  /** What a swarm is told, as far as one container can be. */
  takeDeploy(part: Part): void {
    if (!isMap(part)) return
    const resources = part.get('resources')
    const [limits, reserved] = ['limits', 'reservations'].map((key) => (isMap(resources) ? resources.get(key) : undefined))
    for (const [flag, from, key] of [
      ['cpus', limits, 'cpus'],
      ['memory', limits, 'memory'],
      ['pids-limit', limits, 'pids'],
      ['memory-reservation', reserved, 'memory'],
    ] as const) {
      const value = isMap(from) ? from.get(key) : undefined
      if (typeof value === 'string') this.#add(flag, value)
    }
    const devices = isMap(reserved) ? reserved.get('devices') : undefined
    for (const device of Array.isArray(devices) ? devices.filter(isMap) : []) this.#addGpu(device)
    const restart = part.get('restart_policy')
    if (isMap(restart)) this.#takeRestart(restart)
    for (const key of part.keys()) if (key !== 'resources' && key !== 'restart_policy') this.#leaveOut(`deploy.${key}`)
  }

  #takeRestart(policy: PartMap): void {
    const [condition, most] = [policy.get('condition') ?? 'any', policy.get('max_attempts')]
    if (typeof condition !== 'string') return
    const retries = condition === 'on-failure' && typeof most === 'string' ? `:${most}` : ''
    this.#add('restart', (findOwn(RESTARTS, condition) ?? condition) + retries)
  }
}

/** Keys with a reading of their own. */
const OWN = {
  depends_on: 'takeDepends',
  network_mode: 'takeMode',
  pid: 'takePid',
  ipc: 'takeIpc',
  networks: 'takeNetworks',
  volumes: 'takeVolumes',
  ports: 'takePorts',
  devices: 'takeDevices',
  env_file: 'takeEnvFiles',
  healthcheck: 'takeHealth',
  logging: 'takeLogging',
  ulimits: 'takeLimits',
  stop_grace_period: 'takeGrace',
  blkio_config: 'takeBlockIo',
  pull_policy: 'takePull',
  gpus: 'takeGpus',
  volumes_from: 'takeFrom',
  links: 'takeLinks',
  external_links: 'takeOtherLinks',
  secrets: 'takeSecrets',
  configs: 'takeConfigs',
  deploy: 'takeDeploy',
} as const

/** `127.0.0.1:8080:80/udp` */
function toPort(port: PartMap): string {
  const [host, published, target, protocol] = ['host_ip', 'published', 'target', 'protocol'].map((key) => port.get(key))
  const ends = [host, published, target].filter((one) => typeof one === 'string')
  return ends.join(':') + (typeof protocol === 'string' && protocol !== 'tcp' ? `/${protocol}` : '')
}

/** A path within a folder. */
const toInner = (folder: string, path: string): string =>
  path.startsWith('/') || folder === '.' ? path : `${folder.replace(/\/$/, '')}/${path}`

/** `./html` begins in the folder where the command is run, `~/html` at home. */
const toPath = (path: string): string => path.replace(/^[.~](?=[/:]|$)/, (start) => (start === '.' ? HERE : HOME))
