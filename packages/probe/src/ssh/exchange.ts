/** One side of a key exchange: what is sent, and what both have in the end. */
export type Exchange = {
  readonly mine: Buffer
  agree(theirs: Buffer): Buffer
  /** Numbers of the messages, where they are not those of the other exchanges. */
  readonly messages?: readonly [init: number, reply: number]
  /** What was asked for and what group was given, as it is hashed (RFC 4419 §3). */
  readonly chosen?: Buffer
}
