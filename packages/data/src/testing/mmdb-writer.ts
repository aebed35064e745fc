/** A network of a test file: its first bits and its record. */
export type TestNetwork = { readonly bits: string; readonly record: Readonly<Record<string, unknown>> }

/** Numbers that are to be stored as 32-bit floats. */
export class Float {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** A small MaxMind DB file (format 2.0) of networks that do not overlap; keys are stored once and pointed to. */
export function writeTestMmdb(networks: readonly TestNetwork[], ipVersion: 4 | 6, recordSize: 24 | 28 | 32): Buffer {
  type Node = [Node | number | undefined, Node | number | undefined]
  const root: Node = [undefined, undefined]
  const nodes: Node[] = [root]
  for (const [at, { bits }] of networks.entries()) {
    let node = root
    for (const [depth, bit] of [...bits].entries()) {
      const side = Number(bit) as 0 | 1
      if (depth === bits.length - 1) node[side] = at
      else {
        let next = node[side]
        if (typeof next !== 'object') nodes.push((next = node[side] = [undefined, undefined]))
        node = next
      }
    }
  }
  const data = new DataSection()
  const offsets = networks.map(({ record }) => data.add(record))
  const toPointer = (child: Node[0]) =>
    child === undefined ? nodes.length : typeof child === 'number' ? nodes.length + 16 + offsets[child]! : nodes.indexOf(child)
  const tree = Buffer.concat(nodes.map((node) => packNode(toPointer(node[0]), toPointer(node[1]), recordSize)))
  const metadata = encode({
    node_count: nodes.length,
    record_size: recordSize,
    ip_version: ipVersion,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    database_type: 'Test',
  })
  return Buffer.concat([tree, Buffer.alloc(16), data.bytes, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata])
}

function packNode(left: number, right: number, size: 24 | 28 | 32): Buffer {
  const bytes = Buffer.alloc(size / 4)
  if (size === 28) {
    bytes.writeUIntBE(left & 0xff_ffff, 0, 3)
    bytes[3] = ((left >>> 24) << 4) | (right >>> 24)
    bytes.writeUIntBE(right & 0xff_ffff, 4, 3)
  } else {
    bytes.writeUIntBE(left, 0, size / 8)
    bytes.writeUIntBE(right, size / 8, size / 8)
  }
  return bytes
}

class DataSection {
  bytes = Buffer.alloc(0)
  readonly #keys = new Map<string, number>()

  add(record: Readonly<Record<string, unknown>>): number {
    for (const key of Object.keys(record)) if (!this.#keys.has(key)) this.#keys.set(key, this.#append(encode(key)))
    const members = Object.entries(record).flatMap(([key, value]) => [pointTo(this.#keys.get(key)!), encode(value)])
    return this.#append(Buffer.concat([control(7, Object.keys(record).length), ...members]))
  }

  #append(bytes: Buffer): number {
    const at = this.bytes.length
    this.bytes = Buffer.concat([this.bytes, bytes])
    return at
  }
}

/** The shortest pointer forms of the specification. */
function pointTo(offset: number): Buffer {
  if (offset < 2048) return Buffer.from([(1 << 5) | (offset >>> 8), offset & 255])
  const rest = offset - 2048
  return Buffer.from([(1 << 5) | (1 << 3) | (rest >>> 16), (rest >>> 8) & 255, rest & 255])
}

function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Float) {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatBE(value.value)
    return Buffer.concat([control(15, 4), bytes])
  }
  if (typeof value === 'boolean') return control(14, Number(value))
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value as object)
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, part]) => [encode(key), encode(part)])])
}

function control(type: number, size: number): Buffer {
  const [short, extra] = size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >>> 8, (size - 285) & 255]]
  return Buffer.from(type < 8 ? [(type << 5) | short, ...extra] : [short, type - 7, ...extra])
}
