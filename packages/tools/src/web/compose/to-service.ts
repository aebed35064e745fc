import type { Text } from '@octet/core/text.ts'
import { findOwn } from '../../lib/find-own.ts'
import { BARE, FLAGS } from './flags.ts'
import type { Run } from './read-run.ts'

type Value = string | number | boolean | Value[] | { [key: string]: Value }
export type Service = Record<string, Value>
/** A service, the networks and volumes it names, and what could not be told. */
export type Written = {
  readonly service: Service
  readonly networks: readonly string[]
  readonly volumes: readonly string[]
  readonly notes: readonly Text[]
}

const MODES = /^(?:host|none|bridge|default|container:.*|ns:.*|slirp4netns.*|pasta.*|private)$/
const NO_COUNTERPART: Readonly<Record<string, Text>> = {
  rm: { en: '--rm: docker compose down removes the container', zh: '--rm：由 docker compose down 删除容器' },
  'publish-all': { en: '-P: Compose publishes only the ports that are listed', zh: '-P：Compose 只发布列出的端口' },
  'volume-driver': { en: '--volume-driver: name the driver under volumes', zh: '--volume-driver：请在 volumes 下指定 driver' },
}
const FILLED_IN: Text = {
  en: 'variables behind $ are filled in by Compose, from its environment or the file .env',
  zh: '$ 后的变量由 Compose 从环境变量或 .env 文件代入',
}
/** Output of commands, by the way the variables of a command name it, and as it begins in a service. */
const OUTPUTS: Readonly<Record<string, string>> = { '$(…)': '$$(', '`…`': '`' }
const HERE = /^(?:\${1,2}\(pwd(?: -[LP])?\)|\$\{?PWD\}?|`pwd`|%cd%)(?=[/:\\]|$)/i
/** How a switch is said to be off, as Go reads it. */
const FALSE = /^(?:0|f|F|false|False|FALSE)$/
/** What says how the command itself behaves in a terminal: there is nothing to tell. */
const SILENT = new Set(['detach', 'attach', 'quiet'])

/** The service of a run (Compose Specification). */
export function toService({ options, image, command, variables, notes: found }: Run): Written {
  const writer = new ServiceWriter()
  for (const { name, value } of options) writer.add(name, value)
  const service = writer.finish(image, command)
  if (variables.length > 0) {
    const written = JSON.stringify(service)
    if (/(?<!\$)(?:\$\$)*\$(?!\$)/.test(written)) writer.notes.push(FILLED_IN)
    for (const name of variables.filter((one) => written.includes(OUTPUTS[one] ?? '\0')))
      writer.notes.push({
        en: `put the output of ${name} in its place: Compose runs no command`,
        zh: `请将 ${name} 换成其输出：Compose 不执行命令`,
      })
  }
  return {
    service,
    networks: writer.networks,
    volumes: writer.volumes,
    notes: [...found, ...writer.notes],
  }
}

/** What is said of a network, by the keys of Compose. */
type NetworkSettings = Map<string, Value>

const NETWORK_OPTIONS: Readonly<Record<string, string>> = {
  alias: 'aliases',
  ip: 'ipv4_address',
  ip6: 'ipv6_address',
  'link-local-ip': 'link_local_ips',
  'mac-address': 'mac_address',
  'gw-priority': 'gw_priority',
}
/** The flags that say the same of the first network. */
const NETWORK_FLAGS: Readonly<Record<string, string>> = {
  'network-alias': 'aliases',
  ip: 'ipv4_address',
  ip6: 'ipv6_address',
  'link-local-ip': 'link_local_ips',
}

class ServiceWriter {
  readonly notes: Text[] = []
  readonly volumes: string[] = []
  readonly #service: Service = {}
  readonly #lists = new Map<string, Set<Value>>()
  readonly #pairs = new Map<string, Map<string, Value>>()
  readonly #health: Record<string, Value> = {}
  readonly #logOptions = new Map<string, Value>()
  #logDriver: string | undefined
  readonly #networks = new Map<string, NetworkSettings>()
  /** What flags of their own say about the first network, wherever they stand. */
  readonly #firstNetwork: NetworkSettings = new Map()

  get networks(): string[] {
    return [...this.#networks.keys()]
  }

  add(name: string, value: string): void {
    const { key, as } = FLAGS[name] ?? { key: name, as: 'nothing' }
    if (FALSE.test(value) && (as === 'true' || BARE.has(name))) return
    if (as === 'text') this.#service[key] = name === 'entrypoint' ? [value] : value
    else if (as === 'number') this.#service[key] = toNumber(value)
    else if (as === 'true') this.#service[key] = true
    else if (as === 'pair') this.#addPair(key, toEntry(value))
    else if (as === 'list') this.#addToList(key, name === 'volume' ? this.#toVolume(value) : value)
    else if (as === 'own') this.#addOwn(name, value)
    else if (!SILENT.has(name))
      this.notes.push(
        NO_COUNTERPART[name] ?? { en: `--${name} has no counterpart in Compose`, zh: `--${name} 在 Compose 中没有对应项` },
      )
  }

  finish(image: string, command: readonly string[]): Service {
    const networks = this.#toNetworks()
    const logging = {
      ...(this.#logDriver !== undefined && { driver: this.#logDriver }),
      ...(this.#logOptions.size > 0 && { options: Object.fromEntries(this.#logOptions) }),
    }
    for (const [key, values] of this.#lists) this.#service[key] = [...values]
    for (const [key, pairs] of this.#pairs) this.#service[key] = Object.fromEntries(pairs)
    return {
      image,
      ...this.#service,
      ...(networks && { networks }),
      ...(Object.keys(this.#health).length > 0 && { healthcheck: this.#health }),
      ...(Object.keys(logging).length > 0 && { logging }),
      ...(command.length > 0 && { command: [...command] }),
    }
  }

  /** The same twice is once: Compose refuses lists that repeat. */
  #addToList(key: string, value: Value): void {
    // Takes the place of the key among the others.
    this.#service[key] ??= []
    this.#lists.set(key, (this.#lists.get(key) ?? new Set()).add(value))
  }

  #addPair(key: string, [name, value]: readonly [name: string, value: Value]): void {
    this.#service[key] ??= {}
    this.#pairs.set(key, (this.#pairs.get(key) ?? new Map<string, Value>()).set(name, value))
  }

  #addOwn(name: string, value: string): void {
    if (name === 'network') this.#addNetwork(value)
    else if (name in NETWORK_FLAGS) set(this.#firstNetwork, NETWORK_FLAGS[name] ?? name, value)
    else if (name === 'mount') this.#addToList('volumes', this.#toMount(value))
    else if (name === 'gpus') this.#service['deploy'] = { resources: { reservations: { devices: [toGpus(value)] } } }
    else if (name === 'ulimit') this.#addPair('ulimits', toUlimit(value))
    else if (name === 'stop-timeout') this.#service['stop_grace_period'] = `${value}s`
    else if (FLAGS[name]?.key === 'blkio_config') this.#addBlockLimit(name, value)
    else if (name === 'log-driver') this.#logDriver = value
    else if (name === 'log-opt') this.#logOptions.set(...toEntry(value))
    else if (name === 'no-healthcheck') this.#health['disable'] = true
    else if (name === 'health-cmd') this.#health['test'] = ['CMD-SHELL', value]
    else this.#health[name.slice('health-'.length).replaceAll('-', '_')] = name === 'health-retries' ? toNumber(value) : value
  }

  /** `blkio-weight=300`, and `device-read-bps=/dev/sda:1mb`, of which there may be several. */
  #addBlockLimit(name: string, value: string): void {
    const limits = (this.#service['blkio_config'] ??= {}) as Service
    const key = name.replace('blkio-', '').replaceAll('-', '_')
    if (key === 'weight') limits[key] = toNumber(value)
    else {
      const [, path = value, limit = ''] = /^(.*):([^:]*)$/s.exec(value) ?? []
      const kind = key === 'weight_device' ? 'weight' : 'rate'
      limits[key] = [...((limits[key] as Value[] | undefined) ?? []), { path, [kind]: toNumber(limit) }]
    }
  }

  #addNetwork(value: string): void {
    if (MODES.test(value)) {
      this.#service['network_mode'] = value
      return
    }
    // `name=net,alias=web,ip=10.0.0.2` beside the plain name; podman writes `net:alias=web`.
    const written = value.replace(/^([^:=,]+):(?=[\w-]+=)/, 'name=$1,')
    const parts = written.includes('=') ? written.split(',').map(toEntry) : [['name', written] as const]
    const name = parts.find(([key]) => key === 'name')?.[1] ?? value
    const settings = this.#networks.get(name) ?? new Map<string, Value>()
    this.#networks.set(name, settings)
    for (const [key, one] of parts) {
      const wanted = findOwn(NETWORK_OPTIONS, key)
      if (wanted) set(settings, wanted, one)
      else if (key !== 'name') this.notes.push(leftOut('--network', key))
    }
  }

  #toNetworks(): Value | undefined {
    // Without a network they belong to the default one of the project.
    if (this.#firstNetwork.size > 0) {
      const name = this.networks[0] ?? 'default'
      this.#networks.set(name, new Map([...(this.#networks.get(name) ?? []), ...this.#firstNetwork]))
    }
    if (this.#networks.size === 0) return undefined
    const all = [...this.#networks]
    if (all.every(([, settings]) => settings.size === 0)) return this.networks
    return Object.fromEntries(all.map(([name, settings]) => [name, Object.fromEntries([...settings].map(toUnique))]))
  }

  #toVolume(value: string): string {
    const here = value.replace(HERE, '.')
    const [source = '', target] = here.split(':')
    const isPath = /^[./~\\$]|^[A-Za-z]$/.test(source)
    if (target !== undefined && !isPath) this.volumes.push(source)
    return here
  }

  /** `type=bind,source=/a,target=/b,readonly` in the long form of Compose. */
  #toMount(value: string): Value {
    const mount: Record<string, Value> = { type: 'volume' }
    for (const [key, one] of value.split(',').map(toEntry)) {
      if (key === 'src' || key === 'source') mount['source'] = one.replace(HERE, '.')
      else if (key === 'dst' || key === 'destination' || key === 'target') mount['target'] = one
      else if (key === 'type') mount['type'] = one
      else if (key === 'readonly' || key === 'ro') mount['read_only'] = one !== 'false'
      else if (key === 'bind-propagation') mount['bind'] = { propagation: one }
      else if (key === 'volume-nocopy') mount['volume'] = { nocopy: one !== 'false' }
      else if (key === 'tmpfs-size') mount['tmpfs'] = { ...(mount['tmpfs'] as Service | undefined), size: one }
      else if (key === 'tmpfs-mode')
        mount['tmpfs'] = {
          ...(mount['tmpfs'] as Service | undefined),
          mode: /^[0-7]+$/.test(one) ? Number.parseInt(one, 8) : one,
        }
      else this.notes.push(leftOut('--mount', key))
    }
    if (mount['type'] === 'volume' && typeof mount['source'] === 'string') this.volumes.push(mount['source'])
    return mount
  }
}

/** The same twice is once, as Compose wants its lists. */
const toUnique = ([key, value]: readonly [key: string, value: Value]): readonly [key: string, value: Value] => [
  key,
  Array.isArray(value) ? [...new Set(value)] : value,
]

/** `key=value`; a key alone is true. */
function toEntry(part: string): readonly [key: string, value: string] {
  const at = part.indexOf('=')
  return at === -1 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1)]
}

const toNumber = (value: string): Value => (/^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value)

/** `nofile=1024:2048`: soft and hard, or one for both. */
function toUlimit(value: string): readonly [name: string, limits: Value] {
  const [name, limits] = toEntry(value)
  const [soft = '', hard] = limits.split(':')
  return [name, hard === undefined ? toNumber(soft) : { soft: toNumber(soft), hard: toNumber(hard) }]
}

/** `all`, a number, or `"device=0,1"` with its quotes, perhaps with `"capabilities=compute,utility"` behind it. */
function toGpus(value: string): Value {
  const gpus: Service = { driver: 'nvidia' }
  let capabilities = ['gpu']
  for (const part of value.match(/"[^"]*"|device=.*|[^",]+/g) ?? []) {
    const plain = part.replaceAll('"', '')
    const [key, one] = plain.includes('=') ? toEntry(plain) : ['count', plain]
    if (key === 'capabilities') capabilities = ['gpu', ...one.split(',').filter((name) => name !== 'gpu')]
    else if (key === 'device') gpus['device_ids'] = one.split(',')
    else gpus[key] = toNumber(one)
  }
  return { ...gpus, capabilities }
}

const leftOut = (flag: string, key: string): Text => {
  const shown = key.slice(0, 60)
  return { en: `${flag} ${shown} was left out`, zh: `${flag} 的 ${shown} 已略去` }
}

/** Sets what is said of a network; there may be several of some. */
function set(settings: NetworkSettings, key: string, value: string): void {
  const list = settings.get(key)
  if (key === 'gw_priority') settings.set(key, toNumber(value))
  else if (key !== 'aliases' && key !== 'link_local_ips') settings.set(key, value)
  else if (Array.isArray(list)) list.push(value)
  else settings.set(key, [value])
}
