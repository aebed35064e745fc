import type { Text } from '@octet/core/text.ts'
import { FLAGS } from './flags.ts'
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
/** What says how the command itself behaves in a terminal: there is nothing to tell. */
const SILENT = new Set(['detach', 'attach', 'quiet'])

/** The service of a run (Compose Specification). */
export function toService({ options, image, command, hasVariables, notes: found }: Run): Written {
  const writer = new ServiceWriter()
  for (const { name, value } of options) writer.add(name, value)
  const service = writer.finish(image, command)
  if (hasVariables && JSON.stringify(service).includes('$')) writer.notes.push(FILLED_IN)
  // A dollar that the shell passed on is written twice, since Compose fills in variables itself.
  return {
    service: hasVariables ? service : (escapeDollars(service) as Service),
    networks: writer.networks,
    volumes: writer.volumes,
    notes: [...found, ...writer.notes],
  }
}

class ServiceWriter {
  readonly notes: Text[] = []
  readonly volumes: string[] = []
  readonly #service: Service = {}
  readonly #health: Record<string, Value> = {}
  readonly #logging: { driver?: string; options?: Record<string, Value> } = {}
  readonly #networks = new Map<string, Record<string, Value>>()

  get networks(): string[] {
    return [...this.#networks.keys()]
  }

  add(name: string, value: string): void {
    const { key, as } = FLAGS[name] ?? { key: name, as: 'nothing' }
    if (value === 'false' && (as === 'true' || as === 'nothing')) return
    if (as === 'text') this.#service[key] = name === 'entrypoint' ? [value] : value
    else if (as === 'number') this.#service[key] = toNumber(value)
    else if (as === 'true') this.#service[key] = true
    else if (as === 'pair') this.#service[key] = { ...(this.#service[key] as Service | undefined), ...toPair(value) }
    else if (as === 'list') this.#addToList(key, name === 'volume' ? this.#toVolume(value) : value)
    else if (as === 'own') this.#addOwn(name, value)
    else if (!SILENT.has(name))
      this.notes.push(
        NO_COUNTERPART[name] ?? { en: `--${name} has no counterpart in Compose`, zh: `--${name} 在 Compose 中没有对应项` },
      )
  }

  finish(image: string, command: readonly string[]): Service {
    const networks = this.#toNetworks()
    return {
      image,
      ...this.#service,
      ...(networks && { networks }),
      ...(Object.keys(this.#health).length > 0 && { healthcheck: this.#health }),
      ...(Object.keys(this.#logging).length > 0 && { logging: this.#logging as Value }),
      ...(command.length > 0 && { command: [...command] }),
    }
  }

  #addToList(key: string, value: Value): void {
    const list = (this.#service[key] as Value[] | undefined) ?? []
    this.#service[key] = [...list, value]
  }

  #addOwn(name: string, value: string): void {
    if (name === 'network') this.#addNetwork(value)
    else if (name === 'network-alias') this.#setNetwork('aliases', value)
    else if (name === 'ip') this.#setNetwork('ipv4_address', value)
    else if (name === 'ip6') this.#setNetwork('ipv6_address', value)
    else if (name === 'link-local-ip') this.#setNetwork('link_local_ips', value)
    else if (name === 'mount') this.#addToList('volumes', this.#toMount(value))
    else if (name === 'gpus') this.#service['deploy'] = { resources: { reservations: { devices: [toGpus(value)] } } }
    else if (name === 'ulimit')
      this.#service['ulimits'] = { ...(this.#service['ulimits'] as Service | undefined), ...toUlimit(value) }
    else if (name === 'stop-timeout') this.#service['stop_grace_period'] = `${value}s`
    else if (name === 'blkio-weight') this.#service['blkio_config'] = { weight: toNumber(value) }
    else if (name === 'log-driver') this.#logging.driver = value
    else if (name === 'log-opt') this.#logging.options = { ...this.#logging.options, ...toPair(value) }
    else if (name === 'no-healthcheck') this.#health['disable'] = true
    else if (name === 'health-cmd') this.#health['test'] = ['CMD-SHELL', value]
    else this.#health[name.slice('health-'.length).replaceAll('-', '_')] = name === 'health-retries' ? toNumber(value) : value
  }

  #addNetwork(value: string): void {
    if (MODES.test(value)) {
      this.#service['network_mode'] = value
      return
    }
    // `name=net,alias=web,ip=10.0.0.2` beside the plain name.
    const parts = value.includes('=') ? value.split(',').map((part) => toEntry(part)) : [['name', value] as const]
    const name = parts.find(([key]) => key === 'name')?.[1] ?? value
    this.#networks.set(name, {})
    for (const [key, one] of parts) {
      if (key === 'alias') this.#setNetwork('aliases', one)
      if (key === 'ip') this.#setNetwork('ipv4_address', one)
      if (key === 'ip6') this.#setNetwork('ipv6_address', one)
    }
  }

  /** Belongs to the last network that was named; without one, to the default network of the project. */
  #setNetwork(key: string, value: string): void {
    const name = this.networks.at(-1) ?? 'default'
    const settings = this.#networks.get(name) ?? {}
    const list = (settings[key] as Value[] | undefined) ?? []
    this.#networks.set(name, { ...settings, [key]: key.endsWith('s') && !key.endsWith('address') ? [...list, value] : value })
  }

  #toNetworks(): Value | undefined {
    if (this.#networks.size === 0) return undefined
    const isPlain = [...this.#networks.values()].every((settings) => Object.keys(settings).length === 0)
    return isPlain ? this.networks : Object.fromEntries(this.#networks)
  }

  #toVolume(value: string): string {
    const here = value.replace(/^(?:\$\(pwd\)|\$\{?PWD\}?|`pwd`|%cd%)(?=[/:\\]|$)/i, '.')
    const [source = '', target] = here.split(':')
    const isPath = /^[./~\\$]|^[A-Za-z]$/.test(source)
    if (target !== undefined && !isPath) this.volumes.push(source)
    return here
  }

  /** `type=bind,source=/a,target=/b,readonly` in the long form of Compose. */
  #toMount(value: string): Value {
    const mount: Record<string, Value> = { type: 'volume' }
    for (const [key, one] of value.split(',').map(toEntry)) {
      if (key === 'src' || key === 'source') mount['source'] = one.replace(/^(?:\$\(pwd\)|\$\{?PWD\}?)(?=\/|$)/, '.')
      else if (key === 'dst' || key === 'destination' || key === 'target') mount['target'] = one
      else if (key === 'type') mount['type'] = one
      else if (key === 'readonly' || key === 'ro') mount['read_only'] = one !== 'false'
      else if (key === 'bind-propagation') mount['bind'] = { propagation: one }
      else if (key === 'volume-nocopy') mount['volume'] = { nocopy: one !== 'false' }
      else if (key === 'tmpfs-size') mount['tmpfs'] = { ...(mount['tmpfs'] as Service | undefined), size: one }
      else if (key === 'tmpfs-mode')
        mount['tmpfs'] = { ...(mount['tmpfs'] as Service | undefined), mode: Number.parseInt(one, 8) }
      else this.notes.push({ en: `--mount ${key} was left out`, zh: `--mount 的 ${key} 已略去` })
    }
    if (mount['type'] === 'volume' && typeof mount['source'] === 'string') this.volumes.push(mount['source'])
    return mount
  }
}

/** `key=value`; a key alone is true. */
function toEntry(part: string): readonly [key: string, value: string] {
  const at = part.indexOf('=')
  return at === -1 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1)]
}

const toPair = (value: string): Record<string, string> => Object.fromEntries([toEntry(value)])
const toNumber = (value: string): Value => (/^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value)

/** `nofile=1024:2048`: soft and hard, or one for both. */
function toUlimit(value: string): Record<string, Value> {
  const [name, limits] = toEntry(value)
  const [soft = '', hard] = limits.split(':')
  return { [name]: hard === undefined ? toNumber(soft) : { soft: toNumber(soft), hard: toNumber(hard) } }
}

/** `all`, a number, or `"device=0,1"` with its quotes. */
function toGpus(value: string): Value {
  const plain = value.replaceAll('"', '')
  const [, devices] = /^device=(.+)$/.exec(plain) ?? []
  const which = devices === undefined ? { count: toNumber(plain) } : { device_ids: devices.split(',') }
  return { driver: 'nvidia', ...which, capabilities: ['gpu'] }
}

function escapeDollars(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('$', '$$$$')
  if (Array.isArray(value)) return value.map(escapeDollars)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, escapeDollars(one)]))
}
