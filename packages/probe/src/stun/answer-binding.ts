import { findAddress } from '@octet/core/ip/address.ts'

const HEADER_BYTES = 20
const MAGIC_COOKIE = 0x2112_a442
const BINDING_REQUEST = 0x0001
const BINDING_SUCCESS = 0x0101
const XOR_MAPPED_ADDRESS = 0x0020
/** Attributes from here on may be passed over by who does not know them. */
const OPTIONAL_FROM = 0x8000
/** No question of a browser is longer. */
const MAX_REQUEST_BYTES = 548

type Peer = { readonly address: string; readonly port: number }

/**
 * The answer to a STUN binding request: the address and port that it came from (RFC 8489 §14.2). Undefined for whatever
 * else it may be, and for requests with attributes that would have to be understood: nobody logs in here.
 */
export function answerBinding(request: Uint8Array, { address, port }: Peer): Uint8Array | undefined {
  const mapped = findAddress(address)
  if (!mapped || !isPlainRequest(request)) return undefined
  const addressBytes = mapped.version === 4 ? 4 : 16
  const answer = Buffer.alloc(HEADER_BYTES + 8 + addressBytes)
  answer.writeUInt16BE(BINDING_SUCCESS, 0)
  answer.writeUInt16BE(8 + addressBytes, 2)
  answer.set(request.subarray(4, HEADER_BYTES), 4) // cookie and transaction
  answer.writeUInt16BE(XOR_MAPPED_ADDRESS, 20)
  answer.writeUInt16BE(4 + addressBytes, 22)
  answer.writeUInt8(mapped.version === 4 ? 1 : 2, 25)
  answer.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 26)
  const plain = Buffer.from(mapped.value.toString(16).padStart(addressBytes * 2, '0'), 'hex')
  for (const [index, byte] of plain.entries()) answer[28 + index] = byte ^ request[4 + index]!
  return answer
}

function isPlainRequest(request: Uint8Array): boolean {
  if (request.length < HEADER_BYTES || request.length > MAX_REQUEST_BYTES) return false
  const view = Buffer.from(request.buffer, request.byteOffset, request.length)
  if (view.readUInt16BE(0) !== BINDING_REQUEST || view.readUInt32BE(4) !== MAGIC_COOKIE) return false
  const sizeBytes = view.readUInt16BE(2)
  if (sizeBytes % 4 !== 0 || HEADER_BYTES + sizeBytes !== view.length) return false
  let at = HEADER_BYTES
  while (at + 4 <= view.length) {
    if (view.readUInt16BE(at) < OPTIONAL_FROM) return false
    at += 4 + Math.ceil(view.readUInt16BE(at + 2) / 4) * 4
  }
  return at === view.length
}
