/** Nodes in a piece of the tree; it grows by pieces so that nothing is copied. */
const PIECE_BITS = 18
const PIECE_NODES = 1 << PIECE_BITS
/** Marks a leaf; the bits below are its value. */
const LEAF = 0x8000_0000
/** The leaf that stands for the IPv4 part of the tree. */
const ALIAS = 0x7fff_ffff

/** Value of ranges whose addresses stand for IPv4 ones: they lead to the same nodes. */
export const ALIAS_VALUE = ALIAS

/**
 * The search tree of a MaxMind DB, made from ascending range starts: each range reaches to the next start, value 0 is
 * “no record”. Neighbours of equal value are joined, so no node has two equal leaves; nodes are numbered from the root
 * down, left before right, and never changed again.
 */
export class SearchTree {
  readonly #pieces: Uint32Array[] = []
  #count = 0
  /** The path to the last start: its nodes by depth, the deepest one last. */
  readonly #path = new Uint32Array(128)
  readonly #start = new Uint32Array(4)
  #top = 0
  #value = 0
  #ipv4Root = -1
  #ipv4Leaf = LEAF

  constructor(firstValue: number) {
    this.#add()
    this.#value = firstValue
    this.#ipv4Leaf = (LEAF | firstValue) >>> 0
    this.#set(0, 0, LEAF | firstValue)
  }

  /** Nodes; of a finished tree every one has both children. */
  get size(): number {
    return this.#count
  }

  /** Begins the next range at an address given as four 32-bit words, the highest first. */
  add(start: Uint32Array, value: number): void {
    if (value === this.#value) return
    const common = countCommonBits(this.#start, start)
    if (common < 0) throw new RangeError('expected range starts in ascending order')
    this.#leave(common)
    const last = 127 - countTrailingZeros(start)
    this.#extend(start, { from: Math.min(common, this.#top), last, value })
    this.#start.set(start)
    this.#value = value
  }

  /** The last range reaches to the end of all addresses. */
  finish(): void {
    this.#leave(-1)
  }

  /**
   * Calls with both records of each node: a number below `size` is a node, others are `leaf(value)`.
   */
  forEachNode(leaf: (value: number) => number, call: (left: number, right: number) => void): void {
    const resolve = (child: number): number => {
      if (child < LEAF) return child
      const value = child - LEAF
      if (value !== ALIAS) return leaf(value)
      return this.#ipv4Root >= 0 ? this.#ipv4Root : leaf(this.#ipv4Leaf - LEAF)
    }
    for (let node = 0; node < this.#count; node++) {
      const piece = this.#pieces[node >>> PIECE_BITS]!
      const at = 2 * (node & (PIECE_NODES - 1))
      call(resolve(piece[at]!), resolve(piece[at + 1]!))
    }
  }

  /** Ends every node of the path below a depth: what is right of the path there has the value of the last range. */
  #leave(depth: number): void {
    for (let at = this.#top; at > depth; at--)
      if (getBit(this.#start, at) === 0) this.#set(this.#path[at]!, 1, LEAF | this.#value)
    if (depth < this.#top) this.#top = Math.max(0, depth)
  }

  /** Lays the path to a start below the node at depth `from`; what lies left of it has the value of the last range. */
  #extend(start: Uint32Array, { from, last, value }: { from: number; last: number; value: number }): void {
    const before = (LEAF | this.#value) >>> 0
    let parent = this.#path[from]!
    let side = getBit(start, from)
    for (let depth = from + 1; depth <= last; depth++) {
      const node = this.#add()
      if (depth === 96 && start[0] === 0 && start[1] === 0 && start[2] === 0) this.#ipv4Root = node
      this.#path[depth] = node
      this.#set(parent, side, node)
      parent = node
      side = getBit(start, depth)
      if (side === 1) this.#set(node, 0, before)
    }
    this.#set(parent, side, LEAF | value)
    this.#top = Math.max(from, last)
  }

  #add(): number {
    if ((this.#count & (PIECE_NODES - 1)) === 0) this.#pieces.push(new Uint32Array(2 * PIECE_NODES))
    return this.#count++
  }

  #set(node: number, side: number, child: number): void {
    this.#pieces[node >>> PIECE_BITS]![2 * (node & (PIECE_NODES - 1)) + side] = child
  }
}

function getBit(words: Uint32Array, depth: number): number {
  return (words[depth >>> 5]! >>> (31 - (depth & 31))) & 1
}

/** Leading bits that both have; -1 when the second is not the larger one. */
function countCommonBits(a: Uint32Array, b: Uint32Array): number {
  for (let word = 0; word < 4; word++)
    if (a[word] !== b[word]) return a[word]! < b[word]! ? 32 * word + Math.clz32(a[word]! ^ b[word]!) : -1
  return -1
}

function countTrailingZeros(words: Uint32Array): number {
  for (let word = 3; word >= 0; word--) {
    const value = words[word]!
    if (value !== 0) return 32 * (3 - word) + (31 - Math.clz32(value & -value))
  }
  return 128
}
