import { randomBytes } from 'node:crypto'
import { powMod } from '@octet/core/pow-mod.ts'
import type { Exchange } from './exchange.ts'
import type { Transport } from './transport.ts'
import { toMpint, toUint32, WireReader } from './wire.ts'

/** Bits of the prime that a client takes: at least, best, at most. */
type Sizes = readonly [least: number, best: number, most: number]
type Group = {
  readonly bits: number
  readonly prime: Buffer
  readonly generator: Buffer
}

/** What any server of today gives. */
const USUAL_BITS: Sizes = [2_048, 3_072, 8_192]
/** With these a server shows the smallest group that it takes part in: OpenSSH raises what is below its own least. */
const SMALLEST_BITS: Sizes = [1_024, 1_024, 8_192]
const MOST_BITS = 8_192
/** The secret is given away with the connection: nothing is ever encrypted with it. */
const SECRET_BYTES = 32
const [REQUEST, GROUP, INIT, REPLY] = [34, 31, 32, 33]

/** Bits of the prime in the smallest group that a server gives. */
export async function readSmallestBits(transport: Transport): Promise<number> {
  return (await askForGroup(transport, SMALLEST_BITS)).bits
}

/**
 * Begins an exchange in a group of the server's own (RFC 4419 §3). Throws a RangeError for no group, and for one that takes too long to reckon
 * with. Node's own Diffie–Hellman first tests a foreign prime for whole seconds, which nobody needs here.
 */
export async function beginGroupExchange(transport: Transport): Promise<Exchange> {
  const { prime, generator } = await askForGroup(transport, USUAL_BITS)
  const [p, secret] = [toNumber(prime), toNumber(randomBytes(SECRET_BYTES))]
  return {
    mine: toBytes(powMod(toNumber(generator), secret, p)),
    agree: (theirs) => toBytes(powMod(toNumber(theirs), secret, p)),
    messages: [INIT, REPLY],
    chosen: Buffer.concat([...USUAL_BITS.map(toUint32), toMpint(prime), toMpint(generator)]),
  }
}

async function askForGroup(transport: Transport, sizes: Sizes): Promise<Group> {
  transport.send(Buffer.concat([Buffer.of(REQUEST), ...sizes.map(toUint32)]))
  const reader = new WireReader(await transport.readPacket())
  if (reader.byte() !== GROUP) throw new RangeError('expected a group')
  const [prime, generator] = [reader.string(), reader.string()]
  const bits = toNumber(prime).toString(2).length
  if (bits > MOST_BITS || toNumber(prime) < 2n) throw new RangeError(`expected a prime of at most ${MOST_BITS} bits, got ${bits}`)
  return { bits, prime, generator }
}

const toNumber = (bytes: Buffer): bigint => BigInt(`0x0${bytes.toString('hex')}`)

function toBytes(number: bigint): Buffer {
  const digits = number.toString(16)
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
}
