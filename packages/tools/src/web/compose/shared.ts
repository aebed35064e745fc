import type { Text } from '@octet/core/text.ts'
import { toOperand } from './quote-word.ts'
import { isMap, toPairs, type Part, type PartMap } from './read-compose.ts'

const PREFIXED: Text = {
  en: 'Compose puts the name of the project, mostly that of the folder, before the names of networks and volumes; here they stand without',
  zh: 'Compose 会在网络名与卷名前加上项目名（通常为目录名），此处未加',
}

/** A command line: its program, then each flag with its value. */
export type Command = readonly (readonly string[])[]

/** Networks, volumes and names that services share. */
export class Shared {
  readonly #file: PartMap
  readonly #services: PartMap
  readonly #note: (text: Text) => void
  readonly #networks = new Set<string>()
  readonly #volumes = new Set<string>()

  constructor(file: PartMap, services: PartMap, note: (text: Text) => void) {
    this.#file = file
    this.#services = services
    this.#note = note
  }

  /** Whether a service has others beside it, which it reaches by their names. */
  get isAlone(): boolean {
    return this.#services.size === 1
  }

  /** The name of a container: that which its service gives it, else the name of the service. */
  toContainer(service: string): string {
    const found = this.#services.get(service)
    const name = isMap(found) ? found.get('container_name') : undefined
    return typeof name === 'string' ? name : service
  }

  /** The name of a network; the default one has that of the project. */
  toNetwork(key: string): string {
    this.#networks.add(key)
    return this.#toName('networks', key)
  }

  toVolume(key: string): string {
    this.#volumes.add(key)
    return this.#toName('volumes', key)
  }

  /** The file that holds a secret or a configuration, if it is one. */
  findFile(kind: 'secrets' | 'configs', key: string): string | undefined {
    const path = this.#find(kind, key)?.get('file')
    return typeof path === 'string' ? path : undefined
  }

  /** Commands that make networks, and volumes that say more than their names. */
  writeBefore(): Command[] {
    const networks = [...this.#networks].flatMap((key) => this.#write('networks', key))
    const volumes = [...this.#volumes].flatMap((key) => this.#write('volumes', key))
    return [...networks, ...volumes]
  }

  #find(kind: string, key: string): PartMap | undefined {
    const all = this.#file.get(kind)
    const found = isMap(all) ? all.get(key) : undefined
    return isMap(found) ? found : undefined
  }

  #isExternal(kind: string, key: string): boolean {
    const external = this.#find(kind, key)?.get('external')
    return external === 'true' || isMap(external)
  }

  #toName(kind: string, key: string): string {
    const found = this.#find(kind, key)
    const external = found?.get('external')
    const own = found?.get('name') ?? (isMap(external) ? external.get('name') : undefined)
    if (typeof own === 'string') return own
    if (this.#isExternal(kind, key)) return key
    const project = this.#file.get('name')
    if (typeof project === 'string') return `${project}_${key}`
    this.#note(PREFIXED)
    return key === 'default' ? 'app_default' : key
  }

  #write(kind: 'networks' | 'volumes', key: string): Command[] {
    if (this.#isExternal(kind, key)) return []
    const found = this.#find(kind, key) ?? new Map<string, Part>()
    const flags: string[][] = []
    const add = (flag: string, value: Part | undefined): void => {
      if (typeof value === 'string') flags.push([flag, value])
    }
    const addPairs = (flag: string, part: Part | undefined): void => {
      for (const pair of toPairs(part)) flags.push([flag, pair])
    }
    add('--driver', found.get('driver'))
    addPairs('--opt', found.get('driver_opts'))
    addPairs('--label', found.get('labels'))
    if (kind === 'volumes' && flags.length === 0) return [] // The first container that names it makes it.
    if (found.get('internal') === 'true') flags.push(['--internal'])
    if (found.get('attachable') === 'true') flags.push(['--attachable'])
    if (found.get('enable_ipv6') === 'true') flags.push(['--ipv6'])
    const ipam = found.get('ipam')
    const pools = isMap(ipam) ? ipam.get('config') : undefined
    for (const pool of Array.isArray(pools) ? pools.filter(isMap) : []) {
      add('--subnet', pool.get('subnet'))
      add('--gateway', pool.get('gateway'))
      add('--ip-range', pool.get('ip_range'))
    }
    return [[['docker', kind === 'networks' ? 'network' : 'volume', 'create'], ...flags, toOperand(this.#toName(kind, key))]]
  }
}
